import type { Task } from '../../contract/index.ts'
import { runToEnd, type Outcome } from '../../platform/process/index.ts'
import { targetOf, type Found } from './finding.ts'
import { conflictsWith, stateOf } from './forecasts.ts'
import type { PushContext } from './context.ts'
import { few, oneLine } from './words.ts'

const maxMs = 60_000

/** The pull request of a task: the one that is open, or a new one. */
export async function pullRequestOf(
  context: PushContext,
  found: Found,
  remote: { url: string },
): Promise<string> {
  const { repository, task } = found
  const { into, target } = await targetOf(context, repository, undefined)
  const tool = /gitlab/i.test(remote.url) ? gitlab : github
  const run = (args: readonly string[], input = ''): Promise<Outcome> =>
    runToEnd({
      command: tool.command,
      args,
      cwd: repository.folder,
      env: context.hostEnvironment,
      timeoutMs: maxMs,
      input,
    })
  const { branch } = task
  const open = addressIn(said(tool.command, await run(tool.list(branch))))
  if (open !== undefined) return open
  const looked = await context.forecasting.look({ repository, root: found.project.root, into, target })
  const text = textOf(context.tasks.get(task.key), {
    state: looked.branches.find(({ name }) => name === branch),
    others: conflictsWith(context, looked, { branch, slug: found.project.slug }),
    into,
  })
  const { args, input } = tool.create({ branch, into, title: oneLine(`${task.key}: ${task.title}`), text })
  const address = addressIn(said(tool.command, await run(args, input)))
  if (address === undefined) throw new Error(`${tool.command} did not say where it is.`)
  return address
}

interface NewPullRequest {
  branch: string
  into: string
  title: string
  text: string
}

/** A program that knows a forge; every value is one argument, so none is taken for an option. */
interface Tool {
  command: string
  list: (branch: string) => string[]
  create: (wanted: NewPullRequest) => { args: string[]; input?: string }
}

const github: Tool = {
  command: 'gh',
  list: (branch) => ['pr', 'list', `--head=${branch}`, '--state=open', '--limit=1', '--json=url'],
  create: ({ branch, into, title, text }) => ({
    args: ['pr', 'create', `--head=${branch}`, `--base=${into}`, `--title=${title}`, '--body-file=-'],
    input: text,
  }),
}

const gitlab: Tool = {
  command: 'glab',
  list: (branch) => ['mr', 'list', `--source-branch=${branch}`, '--output=json'],
  create: ({ branch, into, title, text }) => {
    const where = [`--source-branch=${branch}`, `--target-branch=${into}`]
    return { args: ['mr', 'create', ...where, `--title=${title}`, `--description=${text}`, '--yes'] }
  },
}

function said(command: string, { code, stdout, stderr, timedOut }: Outcome): string {
  if (code === 0) return stdout
  const words = stderr.trim().slice(0, 1000)
  throw new Error(timedOut ? `${command} took too long.` : `${command}: ${words || `it ended with ${code}`}`)
}

function addressIn(text: string): string | undefined {
  return /https?:\/\/[^\s"'<>]+\/(?:pull|merge_requests)\/\d+/.exec(text)?.[0]
}

interface Outlook {
  state: Parameters<typeof stateOf>[0] | undefined
  others: { key: string; paths: string[] }[]
  into: string
}

/** What reviewers read: the task, what proves it, and what it conflicts with. */
function textOf({ key, title, check, status }: Task, { state, others, into }: Outlook): string {
  const proof = check && ('manual' in check ? check.manual : check.command)
  const fate = state && stateOf(state)
  const forecast =
    state?.merged.is === 'conflicting'
      ? `Conflicts with ${into} in ${few(state.merged.paths)}.`
      : `Merges into ${into}${fate === 'fast_forward' ? ' by fast-forward' : ''} without conflicts.`
  return [
    `Task ${key}: ${quoted(title)}`,
    `## Checks\n\n${proof ? `${quoted(proof)}\n\nThe task is ${status.replaceAll('_', ' ')}.` : 'The task names no check.'}`,
    `## Forecast\n\n${[forecast, ...others.map(({ key: other, paths }) => `Conflicts with ${other} in ${few(paths)}.`)].map(quoted).join('\n')}`,
  ].join('\n\n')
}

/** Words of a project as code, so that they mention nobody and close no issue. */
function quoted(text: string): string {
  return `\`${oneLine(text, 500).replaceAll('`', "'")}\``
}
