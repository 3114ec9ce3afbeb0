import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import type { NewLessonOptions } from '../commands/lessons.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/lessons.ts')

export const lessons: CommandDeclaration = {
  usage: 'lessons',
  group: 'work',
  summary: 'what was learned: gotchas and patterns, and what each is worth',
  build(command, run) {
    addLooking(command, run)
    addRecording(command, run)
    addChanging(command, run)
    addPromoting(command, run)
  },
}

function addLooking(lessons: Command, run: Run): void {
  lessons
    .command('ls', { isDefault: true })
    .alias('list')
    .description('lessons in use, the newest first')
    .option('--team <team>', 'only those that hold in the project of this team')
    .option('--status <status>', 'only those: unconfirmed, active, review, superseded, rejected or retired')
    .option('--all', 'also those that are out of use')
    .action((options: { team?: string; status?: string; all?: boolean }) =>
      run(async (context) => (await commands()).listLessons(context, options)),
    )
  lessons
    .command('show <lesson>')
    .description('one lesson: who says so, how sure it is, where it holds')
    .action((lesson: string) => run(async (context) => (await commands()).showLesson(context, lesson)))
  lessons
    .command('review')
    .description('lessons for you to look at: not confirmed, worth little, or ready for CLAUDE.md')
    .option('--team <team>', 'only those that hold in the project of this team')
    .action((options: { team?: string }) =>
      run(async (context) => (await commands()).reviewLessons(context, options)),
    )
}

function addRecording(lessons: Command, run: Run): void {
  lessons
    .command('add <team> <text...>')
    .description('add a lesson to the project of a team; agents are given it from now on')
    .option('--pattern', 'a way that works, not something to avoid')
    .option('--glob <glob>', 'files it holds for, such as "src/**/*.ts"')
    .option('--action <action>', 'what is done to the file: CREATE, UPDATE, DELETE or READ')
    .option('--topic <word>', 'a phase, or a word in the titles of tasks it holds for')
    .option('--evidence <text>', 'how it is known')
    .option('--confidence <number>', 'how sure you are, from 0.1 to 1')
    .addHelpText(
      'after',
      example('iris lessons add shop "Run migrations in a transaction" --glob "db/**/*.sql"'),
    )
    .action((team: string, words: string[], options: NewLessonOptions) =>
      run(async (context) => (await commands()).addLesson(context, { team, words, ...options })),
    )
  lessons
    .command('note <lesson> <what>')
    .description('say what happened to a lesson: seen_again, prevented (a failure) or failed_again')
    .action((lesson: string, what: string) =>
      run(async (context) => (await commands()).noteLesson(context, lesson, what)),
    )
}

function addChanging(lessons: Command, run: Run): void {
  lessons
    .command('confirm <lesson>')
    .description('vouch for a lesson: from now on agents are given it')
    .action((lesson: string) =>
      run(async (context) => (await commands()).changeLesson(context, 'confirmLesson', { lesson })),
    )
  for (const [name, words] of Object.entries({
    reject: 'say that an unconfirmed lesson is none',
    retire: 'take a lesson out of use',
  }))
    lessons
      .command(`${name} <lesson>`)
      .description(words)
      .option('-m, --reason <text>', 'why')
      .action((lesson: string, options: { reason?: string }) =>
        run(async (context) =>
          (await commands()).changeLesson(context, name === 'reject' ? 'rejectLesson' : 'retireLesson', {
            lesson,
            ...options,
          }),
        ),
      )
  lessons
    .command('restore <lesson>')
    .description('take a lesson into use again')
    .action((lesson: string) =>
      run(async (context) => (await commands()).changeLesson(context, 'restoreLesson', { lesson })),
    )
  lessons
    .command('share <lesson>')
    .description('let a lesson hold in all projects')
    .option('--undo', 'only in its own again')
    .action((lesson: string, { undo = false }: { undo?: boolean }) =>
      run(async (context) =>
        (await commands()).changeLesson(context, 'shareLesson', { lesson, shared: !undo }),
      ),
    )
}

function addPromoting(lessons: Command, run: Run): void {
  lessons
    .command('promote <lesson>')
    .description('ask, with the diff, whether a lesson goes into CLAUDE.md')
    .requiredOption('--team <team>', 'the team whose CLAUDE.md it is')
    .action((lesson: string, { team }: { team: string }) =>
      run(async (context) => (await commands()).promoteLesson(context, lesson, team)),
    )
  lessons
    .command('demote <lesson>')
    .description('take a lesson out of CLAUDE.md')
    .requiredOption('--team <team>', 'the team whose CLAUDE.md it is')
    .action((lesson: string, { team }: { team: string }) =>
      run(async (context) => (await commands()).changeLesson(context, 'demoteLesson', { lesson, team })),
    )
}
