import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import type { NewSpecOptions } from '../commands/spec.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/spec.ts')

export const spec: CommandDeclaration = {
  usage: 'spec',
  group: 'work',
  summary: 'have a goal written down with its tasks, approve it, and have it built',
  build(command, run) {
    addLooking(command, run)
    addWriting(command, run)
    addDeciding(command, run)
    addFiles(command, run)
  },
}

function addLooking(spec: Command, run: Run): void {
  spec
    .command('ls', { isDefault: true })
    .alias('list')
    .description('specs, the newest first')
    .option('--team <team>', 'only those of this team')
    .option('--open', 'only those that wait for somebody')
    .action((options: { team?: string; open?: boolean }) =>
      run(async (context) => (await commands()).listSpecs(context, options)),
    )
  spec
    .command('show <spec>')
    .description('its document with line numbers, its tasks, and what was found in it')
    .addHelpText('after', example('iris spec show shop-s3'))
    .action((name: string) => run(async (context) => (await commands()).showSpec(context, name)))
}

function addWriting(spec: Command, run: Run): void {
  spec
    .command('new [goal...]')
    .description('have a spec written for a goal or an idea; nothing is built before you approve it')
    .requiredOption('--team <team>', 'the team that builds it')
    .option('--idea <idea>', 'an idea with a brief, by its short name')
    .option('--scope <scope>', 'mvp, the least that is of use, or full', 'mvp')
    .option(
      '--lane <lane>',
      'direct (the goal is the task), quick or full (with questions); otherwise by the size of the goal',
    )
    .option('--check <command>', 'what proves tasks that declare no check')
    .addHelpText(
      'after',
      example(
        'iris spec new "People can export their habits as CSV" --team shop',
        'iris spec new --idea habit-tracker --team shop --scope full',
        'iris spec new "Rename the button to Save" --team shop --check "npm test"',
      ),
    )
    .action((words: string[], options: Omit<NewSpecOptions, 'words'>) =>
      run(async (context) => (await commands()).newSpec(context, { words, ...options })),
    )
}

function addDeciding(spec: Command, run: Run): void {
  spec
    .command('approve <spec>')
    .description('approve it; its tasks are built at once')
    .option('--later', 'do not build it yet')
    .option('--revision <n>', 'only if that is still the latest')
    .action((name: string, options: { later?: boolean; revision?: string }) =>
      run(async (context) => (await commands()).approveSpec(context, { spec: name, ...options })),
    )
  spec
    .command('back <spec> <comments...>')
    .description('send it back; “12: words” is about line 12, “tasks.md:3: words” about one of tasks.md')
    .addHelpText('after', example('iris spec back shop-s3 "12: weekly ones too" "leave the colours out"'))
    .action((name: string, comments: string[]) =>
      run(async (context) => (await commands()).sendBack(context, { spec: name, comments })),
    )
  const deeds = [
    ['drop', 'drop one that is not approved'],
    ['build', 'build an approved one: start, resume, or try again what failed'],
  ] as const
  for (const [deed, description] of deeds)
    spec
      .command(`${deed} <spec>`)
      .description(description)
      .action((name: string) =>
        run(async (context) => (await commands()).changeSpec(context, { deed, spec: name })),
      )
}

function addFiles(spec: Command, run: Run): void {
  spec
    .command('export <spec>')
    .description('write spec.md and tasks.md into the repository, below specs/')
    .action((name: string) => run(async (context) => (await commands()).exportSpec(context, name)))
  spec
    .command('edits <spec>')
    .description('what somebody changed in these files')
    .option('--take', 'make it the next revision')
    .action((name: string, options: { take?: boolean }) =>
      run(async (context) => (await commands()).readEdits(context, { spec: name, ...options })),
    )
}
