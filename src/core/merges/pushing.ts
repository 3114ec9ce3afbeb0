import { IrisError, type Push, type Task } from '../../contract/index.ts'
import { branchAt, pushBranch, remoteOf } from '../../platform/git/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { PushContext } from './context.ts'
import { branchOf, findTask, tipOf, type Found } from './finding.ts'
import { pullRequestOf } from './pull-requests.ts'

/** Pushes the branch of a task because a person says so; says how it went. */
export async function pushTask(context: PushContext, name: string, by: string): Promise<Push> {
  const found = await findTask(context, name)
  await tipOf(found.repository, found.task)
  return context.alone(`push ${found.project.root}`, async () => {
    const push = want(context, found.task, by)
    context.log.write(() => context.pushes.put(push))
    const made = await carry(context, found, push)
    if (made.state === 'failed') throw new IrisError('PUSH_REFUSED', made.problem ?? 'git did not say why.')
    return made
  })
}

/** A push that is to be made. */
export function want(
  { clock, pushes }: Pick<PushContext, 'clock' | 'pushes'>,
  task: Pick<Task, 'task' | 'key'>,
  by: string,
): Push {
  const before = pushes.get(task.task)
  return {
    task: task.task,
    key: task.key,
    state: 'wanted',
    branch: branchOf(task.key),
    by,
    at: clock.now(),
    remote: before?.remote ?? null,
    commit: before?.commit ?? null,
    pullRequest: before?.pullRequest ?? null,
    problem: null,
  }
}

/** Makes the pushes that are wanted: of tasks that were completed, and what a kill interrupted. */
export async function pushWanted(context: PushContext): Promise<void> {
  for (const push of context.pushes.wanted())
    try {
      const found = await findTask(context, push.key)
      const { root } = found.project
      await context.alone(`push ${root}`, async () => {
        // A task may be done without a branch; then there is nothing to push.
        if ((await branchAt(found.repository, push.branch)) === undefined)
          context.log.write(() => context.pushes.forget(push.task))
        else if (context.pushes.get(push.task)?.state === 'wanted') await carry(context, found, push)
      })
    } catch (error) {
      fail(context, push, messageOf(error))
    }
}

async function carry(context: PushContext, found: Found, push: Push): Promise<Push> {
  const remote = await remoteOf(found.repository)
  if (!remote)
    return fail(
      context,
      push,
      'This repository has no remote that branches go to: git remote add origin <address>',
    )
  const commit = await tipOf(found.repository, found.task)
  const pushed = await pushBranch(found.repository, { remote: remote.name, branch: push.branch, commit })
  if (pushed.is === 'refused') return fail(context, { ...push, remote: remote.name }, pushed.words)
  const there = { ...push, remote: remote.name, commit }
  try {
    const wanted = context.settings().pullRequest
    const pullRequest = wanted ? await pullRequestOf(context, found, remote) : push.pullRequest
    return made(context, { ...there, pullRequest })
  } catch (error) {
    const why = `${push.branch} is pushed, but there is no pull request: ${messageOf(error)}`
    return fail(context, there, why)
  }
}

function made({ log, pushes, clock }: PushContext, push: Push & { commit: string }): Push {
  const done: Push = { ...push, state: 'made', problem: null, at: clock.now() }
  const { task, key, branch, remote, by, pullRequest } = push
  log.write((append) => {
    pushes.put(done)
    append({ type: 'push.made', data: { task, key, branch, remote, by, commit: push.commit, pullRequest } })
  })
  return done
}

function fail({ log, pushes, clock }: PushContext, push: Push, problem: string): Push {
  const failed: Push = { ...push, state: 'failed', problem, at: clock.now() }
  const { task, key, branch, remote, by } = push
  log.write((append) => {
    pushes.put(failed)
    append({ type: 'push.failed', data: { task, key, branch, remote, by, reason: problem } })
  })
  return failed
}
