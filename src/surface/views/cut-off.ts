const lacks = 'it has no Iris tools, so it cannot tell other teams or ask you'

const words: Readonly<Record<string, string>> = {
  pending: `Its agent started its turn before it reached Iris: ${lacks}.`,
  moved: `Iris has moved to another address since its agent started: ${lacks}.`,
  absent: `Claude Code left Iris out of its agent's MCP servers, perhaps by a policy of its machine: ${lacks}.`,
}

/** What it means when the agent of a session has no connection to Iris; `status` is how the CLI calls it. */
export function cutOffWords(status: string): string {
  return words[status] ?? `Its agent could not connect to Iris (${status}): ${lacks}.`
}

/** The way out of that. */
export const cutOffAdvice =
  'Put it to sleep; the next tell starts it again. If that does not help, `iris logs` says whether Iris refused it. On another machine, ssh must allow forwarded ports.'
