import type { Command } from 'commander'

/** The limits of a run, as it is started or resumed with them. */
export function withLimits(command: Command): Command {
  return command
    .option('--limit-cost <dollars>', 'stop it there; none for no limit')
    .option('--limit-time <time>', 'such as 2h; none for no limit')
    .option('--limit-turns <count>', 'turns of the leader; none for no limit')
    .option('--limit-turn <time>', 'time for one turn or task, such as 20m; none for no limit')
}
