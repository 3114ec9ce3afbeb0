const lacks = 'it has none of its tools, so it can neither tell other teams nor ask you'

const words: Readonly<Record<string, string>> = {
  pending: `Its agent began its turn before it had reached Iris: ${lacks}.`,
  moved: `Iris has another address since its agent was started: ${lacks}.`,
  absent: `Claude Code left Iris out of its agent's MCP servers, as a policy of its machine may demand: ${lacks}.`,
}

/** What it means when the agent of a session has no connection to Iris; `status` is how the CLI calls it. */
export function cutOffWords(status: string): string {
  return words[status] ?? `Its agent could not connect to Iris (${status}): ${lacks}.`
}

/** The way out of that. */
export const cutOffAdvice =
  'Put it to sleep; the next tell starts it anew. Should that not help: `iris logs` says whether Iris refused it, and on another machine ssh must allow forwarded ports.'
