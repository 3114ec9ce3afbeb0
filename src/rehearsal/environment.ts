/** The environment in which the Claude Code CLI works with a rehearsal and with nothing else. */
export function cliEnvironment(url: string): Record<string, string> {
  const loopback = '127.0.0.1,localhost'
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'rehearsal-no-key',
    // Anything of the user's that would lead elsewhere, or put a real token on the wire.
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_OAUTH_TOKEN: '',
    CLAUDE_CODE_USE_BEDROCK: '',
    CLAUDE_CODE_USE_VERTEX: '',
    CLAUDE_CODE_USE_FOUNDRY: '',
    NO_PROXY: loopback,
    no_proxy: loopback,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // One try after a failure shows the retry; the default of ten can take minutes.
    CLAUDE_CODE_MAX_RETRIES: '2',
    // Longer than any wait a playbook may hold, and than most people stand at a gate.
    API_TIMEOUT_MS: '900000',
    // Newer versions otherwise hide tools a playbook may call.
    ENABLE_TOOL_SEARCH: 'false',
  }
}
