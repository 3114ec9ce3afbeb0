import type { CommandDeclaration } from '../command.ts'
import type { EventOptions } from '../commands/events.ts'

export const events: CommandDeclaration = {
  usage: 'events',
  group: 'read',
  summary: 'show the event log: everything that happened',
  build: (command, run) =>
    command
      .option('-n, --limit <count>', 'show this many of the newest', '50')
      .option('--after <number>', 'start after this event')
      .option('--before <number>', 'show the newest events before this one')
      .option('--types <list>', 'only these types, separated by commas')
      .option('-f, --follow', 'keep printing new events')
      .action((options: EventOptions) =>
        run(async (context) => (await import('../commands/events.ts')).events(context, options)),
      ),
}
