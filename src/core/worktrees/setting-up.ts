import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IrisError, type SetUp, type TaskId } from '../../contract/index.ts'
import { initSubmodules, tryGit, type Checkout } from '../../platform/git/index.ts'
import { messageOf, systemCode } from '../../platform/lib/index.ts'
import { endGroup, runToEnd } from '../../platform/process/index.ts'
import type { WorktreesContext } from './context.ts'
import type { WorktreeRow } from './rows.ts'

const markName = 'IRIS_SETUP_MARK'
const maxOutput = 4 * 1024 * 1024
const maxCopied = 64 * 1024 * 1024
const warning = (files: readonly string[]): string => `Agents can read the copies in it: ${files.join(', ')}.`

/** Everything a new worktree needs besides its files, in order, until something fails. */
export async function setUp(
  context: WorktreesContext,
  row: WorktreeRow,
  { checkout, main }: { checkout: Checkout; main: string | undefined },
): Promise<{ setUp: SetUp | null; warnings: string[] }> {
  const { submodules, setupTimeout, copy, setup } = context.settings()
  const failed = (words: string): { setUp: SetUp; warnings: string[] } => ({
    setUp: { isOk: false, words, output: null },
    warnings: [],
  })
  const hasSome = submodules && (await context.projects.look(row.folder, '.gitmodules')) !== undefined
  const lacking = hasSome ? await initSubmodules(checkout, setupTimeout) : undefined
  if (lacking !== undefined) return failed(`The submodules could not be initialised: ${lacking}`)
  try {
    if (main !== undefined) for (const file of copy) await copyIn(checkout, main, file)
  } catch (error) {
    return failed(messageOf(error))
  }
  const warnings = copy.length > 0 && main !== undefined ? [warning(copy)] : []
  return { setUp: setup === undefined ? null : await runScript(context, row, setup), warnings }
}

/** Copies a file of the main checkout; what git does not ignore would be committed with the work. */
async function copyIn(checkout: Checkout, main: string, file: string): Promise<void> {
  const [from, to] = [join(main, file), join(checkout.folder, file)]
  const found = await lstat(from).catch(() => undefined)
  if (!found?.isFile() || found.size > maxCopied)
    throw new IrisError(
      'WORKTREE_REFUSED',
      `${file} of git.copy is no file of the main checkout that can be copied.`,
    )
  if ((await tryGit(checkout, ['check-ignore', '--quiet', '--', file])).code !== 0)
    throw new IrisError(
      'WORKTREE_REFUSED',
      `${file} of git.copy is not ignored by git, so it would be committed.`,
    )
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: unknown) => {
    // From the try before, or changed since: it is left as it is.
    if (systemCode(error) !== 'EEXIST') throw error
  })
}

/** Ends what a set-up left that failed or was cut by a crash: two at once would spoil each other's work. */
export async function endSetUp({ task, state }: Pick<WorktreeRow, 'task' | 'state'>): Promise<void> {
  if (state !== 'ready') await endGroup(markOf(task), undefined)
}

/** The variable that marks everything a set-up starts. */
const markOf = (task: TaskId): string => `${markName}=${task}`

async function runScript(context: WorktreesContext, row: WorktreeRow, script: string): Promise<SetUp> {
  const { settings, environment, teams, signal, home } = context
  const timeoutMs = settings().setupTimeout
  const team = teams().get(row.team)
  await endSetUp(row)
  const { code, stdout, stderr, timedOut } = await runToEnd({
    command: 'sh',
    args: ['-c', script],
    cwd: row.folder,
    env: { ...environment, ...team?.env, ...team?.checks?.env, [markName]: row.task },
    timeoutMs,
    maxOutput,
    signal,
  })
  const output = join(home, 'worktrees', row.key, 'set-up.log')
  await mkdir(dirname(output), { recursive: true, mode: 0o700 })
  await writeFile(output, `$ ${script}\n${stdout}${stderr}`, { mode: 0o600 })
  const isOk = code === 0 && !timedOut
  const end = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  const how = timedOut
    ? `took longer than ${timeoutMs / 1000} s and was ended`
    : `ended with ${code ?? 'a signal'}`
  return { isOk, words: isOk ? 'done' : `The set-up ${how}. ${end}`.trim(), output }
}
