import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const report: CommandDeclaration = {
  usage: 'report <team>',
  group: 'talk',
  summary: 'what you and a team said, how each turn ended, and what to do next',
  build: (command, run) =>
    command
      .option('-n, --limit <count>', 'how many turns', '20')
      .option('--after <turn>', 'turns after this one instead of the newest')
      .option('--turn <turn>', 'only this turn, in full')
      .addHelpText('after', example('iris report alpha --limit 5'))
      .action((team: string, options: { limit: string; after?: string; turn?: string }) =>
        run(async (context) => (await import('../commands/report.ts')).report(context, { team, ...options })),
      ),
}
