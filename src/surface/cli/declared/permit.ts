import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const answers = () => import('../commands/inbox-answer.ts')

/** A short way to say yes or no. */
export const permit: CommandDeclaration = {
  usage: 'permit',
  group: 'answer',
  summary: 'say yes or no to an agent; short for inbox',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('the same as iris inbox')
      .option('--all', 'include answered asks')
      .addHelpText('after', example('iris permit ls'))
      .action((options: { all?: boolean }) =>
        run(async (context) => (await import('../commands/inbox.ts')).listAsks(context, options)),
      )
    command
      .command('allow <ask>')
      .description('let the agent do it, this once')
      .option('--always', 'and from now on too')
      .addHelpText('after', example('iris permit allow ask_01k…'))
      .action((ask: string, options: { always?: boolean }) =>
        run(async (context) =>
          (await answers()).answerAsk(context, { ask, choice: [options.always ? 'a' : 'y'] }),
        ),
      )
    command
      .command('deny <ask>')
      .description('refuse, and say why')
      .option('-m, --message <text>', 'what to tell the agent')
      .addHelpText('after', example('iris permit deny ask_01k… --message "Ask me before you delete"'))
      .action((ask: string, { message }: { message?: string }) =>
        run(async (context) =>
          (await answers()).answerAsk(context, { ask, choice: ['n'], ...(message ? { text: message } : {}) }),
        ),
      )
  },
}
