import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/idea.ts')

export const idea: CommandDeclaration = {
  usage: 'idea',
  group: 'work',
  summary: 'ideas: talk about what you want until it is clear, and a brief of it is written',
  build(command, run) {
    addTalk(command, run)
    addLooking(command, run)
  },
}

function addTalk(idea: Command, run: Run): void {
  idea
    .command('new <words...>')
    .description('begin an idea with what you want, in your own words')
    .option('--title <title>', 'what it is called; else the model finds a name')
    .option('--async', 'do not wait for the answer')
    .addHelpText('after', example('iris idea new "A fridge that knows what is in it"'))
    .action((words: string[], options: { title?: string; async?: boolean }) =>
      run(async (context) => (await commands()).newIdea(context, { words, ...options })),
    )
  idea
    .command('say <idea> <words...>')
    .description('say something about an idea, and read the answer')
    .option('--async', 'do not wait for the answer')
    .addHelpText('after', example('iris idea say clever-fridge "It is for families with children"'))
    .action((name: string, words: string[], options: { async?: boolean }) =>
      run(async (context) => (await commands()).sayToIdea(context, { idea: name, words, ...options })),
    )
  idea
    .command('retry <idea>')
    .description('ask again for an answer that did not come')
    .action((name: string) => run(async (context) => (await commands()).retryIdea(context, name)))
  idea
    .command('back <idea> <phase>')
    .description('take an idea back to an earlier phase: exploring, narrowing, validating, refining')
    .action((name: string, phase: string) =>
      run(async (context) => (await commands()).takeBack(context, { idea: name, phase })),
    )
}

function addLooking(idea: Command, run: Run): void {
  idea
    .command('ls', { isDefault: true })
    .alias('list')
    .description('every idea, the newest first')
    .action(() => run(async (context) => (await commands()).listIdeas(context)))
  idea
    .command('show <idea>')
    .description('an idea: where it is, what is missing, and all that was written down')
    .option('--talk', 'also what was said')
    .addHelpText('after', example('iris idea show clever-fridge --talk'))
    .action((name: string, options: { talk?: boolean }) =>
      run(async (context) => (await commands()).showIdea(context, { idea: name, ...options })),
    )
}
