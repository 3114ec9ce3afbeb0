import type { Command } from 'commander'

/** The limits of a run, as it is started or resumed with them. */
export function withLimits(command: Command): Command {
  return command
    .option('--limit-cost <dollars>', 'stop at this cost; none for no limit')
    .option('--limit-time <time>', 'stop after this long, such as 2h; none for no limit')
    .option('--limit-turns <count>', 'stop after this many leader turns; none for no limit')
    .option(
      '--limit-turn <time>',
      'time for one turn, or one teammate at work, such as 20m; none for no limit',
    )
}
