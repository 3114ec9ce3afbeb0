import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

export const inbox: CommandDeclaration = {
  usage: 'inbox',
  group: 'answer',
  summary: 'what waits for your answer',
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
    .option('--all', 'also what was answered, newest first')
    .option('--team <team>', 'only what this team asks')
    .option('--after <ask>', 'go on after this one')
    .addHelpText('after', example('iris inbox', 'iris inbox answer', 'iris inbox answer ask_01k… y'))
    .action((options: { all?: boolean; team?: string; after?: string }) =>
      run(async (context) => (await commands()).listAsks(context, options)),
    )
  inbox
    .command('show <ask>')
    .description('an ask with its options and the turn it belongs to')
    .addHelpText('after', example('iris inbox show ask_01k…'))
    .action((ask: string) => run(async (context) => (await commands()).showAsk(context, ask)))
  inbox
    .command('figures')
    .description('how many asks, how fast they were answered and by whom')
    .option('--days <count>', 'of the last days only')
    .addHelpText('after', example('iris inbox figures --days 7'))
    .action((options: { days?: string }) =>
      run(async (context) => (await commands()).showFigures(context, options)),
    )
}

function addAnswering(inbox: Command, run: Run): void {
  const commands = () => import('../commands/inbox-answer.ts')
  inbox
    .command('answer [ask] [choice...]')
    .description('answer by key, label or in words; without an ask, one keystroke for each that is open')
    .option('-t, --text <text>', 'words of your own: an answer, why not, or what to change')
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
    .description('close a question without an answer')
    .option('--false-alarm', 'and say that it was none')
    .addHelpText('after', example('iris inbox dismiss ask_01k…'))
    .action((ask: string, options: { falseAlarm?: boolean }) =>
      run(async (context) => (await commands()).dismissAsk(context, { ask, ...options })),
    )
}

function addHabits(inbox: Command, run: Run): void {
  const commands = () => import('../commands/inbox-habits.ts')
  inbox
    .command('rules')
    .description('what is always allowed')
    .option('--remove <rule>', 'take one back')
    .addHelpText('after', example('iris inbox rules', 'iris inbox rules --remove rul_01k…'))
    .action((options: { remove?: string }) =>
      run(async (context) => (await commands()).rules(context, options)),
    )
  inbox
    .command('learned')
    .description('answers that Iris gives by itself, because you gave them before')
    .option('--undo <key>', 'forget one')
    .addHelpText('after', example('iris inbox learned', 'iris inbox learned --undo 3f9c…'))
    .action((options: { undo?: string }) =>
      run(async (context) => (await commands()).learned(context, options)),
    )
  inbox
    .command('judgment [state]')
    .description(
      'whether agents use their own judgment instead of asking what does not block them: on or off',
    )
    .option('--team <team>', 'for this team only')
    .addHelpText('after', example('iris inbox judgment on --team alpha'))
    .action((state: string | undefined, options: { team?: string }) =>
      run(async (context) => (await commands()).judgment(context, { state, ...options })),
    )
  inbox
    .command('test-alert [method]')
    .description('send a notification to try: desktop, webhook, ntfy, telegram or email')
    .addHelpText('after', example('iris inbox test-alert', 'iris inbox test-alert desktop'))
    .action((method: string | undefined) =>
      run(async (context) => (await commands()).testAlert(context, method)),
    )
}
