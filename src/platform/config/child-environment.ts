import { withoutPrototype, type Variables } from './environment.ts'
import { secretNames } from './secrets.ts'

/**
 * `agent`: what a developer's shell would give, without secrets but those of Claude Code. `check`: the same without any.
 * `tool`: only what git, ssh and the like need.
 */
export type ChildKind = 'agent' | 'check' | 'tool'

const toolNames =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|TMPDIR|TMP|TEMP|XDG_\w+|SSH_AUTH_SOCK|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT)$/i

// Left behind by whatever started Iris (Iris itself, an agent, npm, a git hook, a parent Node process);
// an agent that inherits them believes it is part of that.
const inheritedNames =
  /^(IRIS_\w+|CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION)|npm_(package|lifecycle)_\w+|npm_(command|execpath|node_execpath)|INIT_CWD|UV_THREADPOOL_SIZE|GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)|NODE_(CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)|VITEST\w*)$/i

/** The variables a child process is given: filtered by its kind, then `set` on top. */
export function childEnvironment(
  variables: Variables,
  kind: ChildKind,
  set: Variables = {},
): Record<string, string> {
  const passes = filters[kind](variables)
  const inherited = Object.entries(variables).filter(([name]) => passes(name))
  return withoutPrototype({ ...Object.fromEntries(inherited), ...set })
}

const filters: Readonly<Record<ChildKind, (variables: Variables) => (name: string) => boolean>> = {
  agent: agentFilter,
  check: checkFilter,
  tool: () => (name) => toolNames.test(name),
}

function checkFilter(variables: Variables): (name: string) => boolean {
  const secrets = secretNames(variables)
  return (name) => !inheritedNames.test(name) && !secrets.has(name)
}

function agentFilter(variables: Variables): (name: string) => boolean {
  const provider = providerNames(variables)
  const secrets = secretNames(variables)
  return (name) => !inheritedNames.test(name) && (!secrets.has(name) || provider.test(name))
}

/** The names of the secrets that agents do not get, sorted; a team gets one through `env`. */
export function heldBack(variables: Variables): string[] {
  const provider = providerNames(variables)
  const held = [...secretNames(variables)].filter(
    (name) => !inheritedNames.test(name) && !provider.test(name),
  )
  return held.toSorted()
}

/** Secrets Claude Code itself needs to reach its model. */
function providerNames(variables: Variables): RegExp {
  const prefixes = ['ANTHROPIC', 'CLAUDE']
  if (variables['CLAUDE_CODE_USE_BEDROCK']) prefixes.push('AWS')
  if (variables['CLAUDE_CODE_USE_VERTEX']) prefixes.push('GOOGLE')
  if (variables['CLAUDE_CODE_USE_FOUNDRY']) prefixes.push('AZURE')
  return new RegExp(`^(${prefixes.join('|')})_`)
}
