import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const ask: CommandDeclaration = {
  usage: 'ask [question...]',
  group: 'answer',
  summary: 'ask Iris about your teams, or have it wake or tell one; with no question, chat',
  build: (command, run) =>
    command
      .option('-y, --yes', 'do what the question asks for without confirming first')
      .addHelpText(
        'after',
        example('iris ask "what is active?"', 'iris ask "why is alpha stuck?"', 'iris ask --yes "wake beta"'),
      )
      .action((words: string[], options: { yes?: boolean }) =>
        run(async (context) => (await import('../commands/ask.ts')).ask(context, { words, ...options })),
      ),
}
