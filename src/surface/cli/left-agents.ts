import type { LeftAgent } from '../connection/index.ts'
import type { CommandContext } from './command.ts'

/** The agents in half a sentence. */
export function namesOf(agents: readonly LeftAgent[]): string {
  return agents.map(({ agent, team, pid }) => `${team ?? agent} (process ${pid})`).join(', ')
}

export function countOf(agents: readonly unknown[]): string {
  return agents.length === 1 ? '1 agent' : `${agents.length} agents`
}

/** Who works on without a daemon, and the ways to end that. */
export function showLeft({ output }: Pick<CommandContext, 'output'>, left: readonly LeftAgent[]): void {
  const [first] = left
  if (!first) return
  output.line(
    `${output.paint('yellow', '!')} ${countOf(left)} still run${left.length === 1 ? 's' : ''}: ${namesOf(left)}`,
  )
  output.line(
    '  They keep working, and costing money, until their turns end. `iris start` picks them up again.',
  )
  output.line('  End them: iris stop --all')
  if (first.team !== null) output.line(`  End one, with Iris running: iris sleep ${first.team} --force`)
}
