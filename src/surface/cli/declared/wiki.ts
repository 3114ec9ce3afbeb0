import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/wiki.ts')
const editing = () => import('../commands/wiki-edit.ts')

interface OfProject {
  project?: string
}

export const wiki: CommandDeclaration = {
  usage: 'wiki',
  group: 'work',
  summary: 'the record of a project: pages in git, with who wrote what and why',
  build(command, run) {
    addLooking(command, run)
    addHistory(command, run)
    addWriting(command, run)
    addKeeping(command, run)
  },
}

/** A command about the wiki of one project. */
function about(wiki: Command, usage: string, words: string): Command {
  return wiki
    .command(usage)
    .description(words)
    .option('-p, --project <name>', 'the project: its slug, or a team in it')
}

function addLooking(wiki: Command, run: Run): void {
  wiki
    .command('ls [prefix]', { isDefault: true })
    .alias('list')
    .description('pages by name, with who wrote each last')
    .option('-p, --project <name>', 'the project: its slug, or a team in it')
    .option('--orphans', 'only those that no page links to')
    .action((prefix: string | undefined, options: OfProject & { orphans?: boolean }) =>
      run(async (context) =>
        (await commands()).listPages(context, { ...options, ...(prefix && { prefix }) }),
      ),
    )
  about(wiki, 'show <page>', 'one page, or what it was at a revision')
    .option('--at <revision>', 'as it was then')
    .option('--section <heading>', 'only this section')
    .option('--rows', 'its first table, row by row')
    .addHelpText('after', example('iris wiki show Sprint --rows --json'))
    .action((page: string, options: OfProject & { at?: string; section?: string; rows?: boolean }) =>
      run(async (context) => (await commands()).showPage(context, page, options)),
    )
  about(wiki, 'search <words...>', 'pages that have all of these words').action(
    (words: string[], options: OfProject) =>
      run(async (context) => (await commands()).searchPages(context, words.join(' '), options)),
  )
  about(wiki, 'links <page>', 'what a page links to, and what links to it').action(
    (page: string, options: OfProject) =>
      run(async (context) => (await commands()).showLinks(context, page, options)),
  )
}

function addHistory(wiki: Command, run: Run): void {
  about(wiki, 'history <page>', 'its revisions, newest first').action((page: string, options: OfProject) =>
    run(async (context) => (await commands()).showHistory(context, page, options)),
  )
  about(wiki, 'diff <page> <from> [to]', 'what differs between two revisions, or from one until now').action(
    (page: string, from: string, ...[to, options]: [string | undefined, OfProject]) =>
      run(async (context) =>
        (await commands()).showDiff(context, page, { ...options, from, ...(to && { to }) }),
      ),
  )
  about(wiki, 'restore <page> <revision>', 'make a page what it was, also one that was deleted').action(
    (page: string, revision: string, options: OfProject) =>
      run(async (context) => (await commands()).restorePage(context, page, { ...options, revision })),
  )
}

function addWriting(wiki: Command, run: Run): void {
  about(wiki, 'edit <page>', 'open a page in $VISUAL or $EDITOR; a new one begins with its template')
    .option('-m, --message <why>', 'why, for the history')
    .addHelpText('after', example('iris wiki edit Decisions'))
    .action((page: string, options: OfProject & { message?: string }) =>
      run(async (context) => (await editing()).editPage(context, page, options)),
    )
  about(wiki, 'append <page> <text...>', 'add to the end of a page; - reads it from stdin')
    .option('--section <heading>', 'to the end of this section')
    .option('-m, --message <why>', 'why, for the history')
    .action((page: string, words: string[], options: OfProject & { section?: string; message?: string }) =>
      run(async (context) => (await commands()).appendPage(context, page, { ...options, words })),
    )
  about(wiki, 'rename <page> <to>', 'rename a page, and the links to it').action(
    (page: string, to: string, options: OfProject) =>
      run(async (context) => (await commands()).renamePage(context, page, { ...options, to })),
  )
  about(wiki, 'rm <page>', 'delete a page; restore brings it back').action(
    (page: string, options: OfProject) =>
      run(async (context) => (await commands()).deletePage(context, page, options)),
  )
  about(wiki, 'attach <file> [path]', 'put a file beside the pages')
    .option('--replace', 'also when there is one of that name')
    .action((file: string, path: string | undefined, options: OfProject & { replace?: boolean }) =>
      run(async (context) =>
        (await commands()).attachFile(context, file, { ...options, ...(path && { path }) }),
      ),
    )
}

function addKeeping(wiki: Command, run: Run): void {
  about(wiki, 'sync', 'pull and push it, when `wiki.remote` is set').action((options: OfProject) =>
    run(async (context) => (await commands()).syncWiki(context, options)),
  )
  about(wiki, 'restart', 'begin an empty wiki where the repository was lost')
    .option('--yes', 'do not ask')
    .action((options: OfProject & { yes?: boolean }) =>
      run(async (context) => (await commands()).restartWiki(context, options)),
    )
}
