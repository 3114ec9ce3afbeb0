import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

export const inbox: CommandDeclaration = {
  usage: 'inbox',
  group: 'answer',
  summary: 'what is waiting for your answer',
  isList: true,
  build(command, run) {
    addReading(command, run)
    addAnswering(command, run)
    addHabits(command, run)
  },
}

function addReading(inbox: Command, run: Run): void {
  const commands = () => import('../commands/inbox.ts')
  inbox
    .option('--all', 'include answered asks, newest first')
    .option('--team <team>', 'only asks from this team')
    .option('--after <ask>', 'continue after this ask')
    .addHelpText('after', example('iris inbox', 'iris inbox answer', 'iris inbox answer ask_01k… y'))
    .action((options: { all?: boolean; team?: string; after?: string }) =>
      run(async (context) => (await commands()).listAsks(context, options)),
    )
  inbox
    .command('show <ask>')
    .description('show an ask, its options and its turn')
    .addHelpText('after', example('iris inbox show ask_01k…'))
    .action((ask: string) => run(async (context) => (await commands()).showAsk(context, ask)))
  inbox
    .command('figures')
    .description('how many asks there were, who answered them and how fast')
    .option('--days <count>', 'only the last <count> days')
    .addHelpText('after', example('iris inbox figures --days 7'))
    .action((options: { days?: string }) =>
      run(async (context) => (await commands()).showFigures(context, options)),
    )
}

function addAnswering(inbox: Command, run: Run): void {
  const commands = () => import('../commands/inbox-answer.ts')
  inbox
    .command('answer [ask] [choice...]')
    .description('answer by key, by label or in your own words; name no ask to go through the open ones')
    .option('-t, --text <text>', 'your own words: an answer, a reason, or what to change')
    .addHelpText(
      'after',
      example(
        'iris inbox answer',
        'iris inbox answer ask_01k… 2',
        'iris inbox answer ask_01k… Use the port of the old shop',
        'iris inbox answer ask_01k… n --text "Keep the old build"',
        'iris inbox answer ask_01k… "1=SQLite" "2=yes"',
      ),
    )
    .action((ask: string | undefined, choice: string[], options: { text?: string }) =>
      run(async (context) => (await commands()).answerAsk(context, { ask, choice, ...options })),
    )
  inbox
    .command('dismiss <ask>')
    .description('close a question without answering it')
    .option('--false-alarm', 'also report that it was not a question')
    .addHelpText('after', example('iris inbox dismiss ask_01k…'))
    .action((ask: string, options: { falseAlarm?: boolean }) =>
      run(async (context) => (await commands()).dismissAsk(context, { ask, ...options })),
    )
}

function addHabits(inbox: Command, run: Run): void {
  const commands = () => import('../commands/inbox-habits.ts')
  inbox
    .command('grants')
    .description('what you always allow')
    .option('--remove <grant>', 'take one back')
    .addHelpText('after', example('iris inbox grants', 'iris inbox grants --remove rul_01k…'))
    .action((options: { remove?: string }) =>
      run(async (context) => (await commands()).grants(context, options)),
    )
  inbox
    .command('learned')
    .description('answers Iris now gives for you, because you gave them before')
    .option('--undo <key>', 'forget one')
    .addHelpText('after', example('iris inbox learned', 'iris inbox learned --undo 3f9c…'))
    .action((options: { undo?: string }) =>
      run(async (context) => (await commands()).learned(context, options)),
    )
  inbox
    .command('judgment [state]')
    .description('let agents decide what does not block them instead of asking: on or off')
    .option('--team <team>', 'for this team only')
    .addHelpText('after', example('iris inbox judgment on --team alpha'))
    .action((state: string | undefined, options: { team?: string }) =>
      run(async (context) => (await commands()).judgment(context, { state, ...options })),
    )
  inbox
    .command('test-alert [method]')
    .description('send a test notification: desktop, webhook, ntfy, telegram or email')
    .addHelpText('after', example('iris inbox test-alert', 'iris inbox test-alert desktop'))
    .action((method: string | undefined) =>
      run(async (context) => (await commands()).testAlert(context, method)),
    )
}
