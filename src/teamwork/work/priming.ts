import type { PrimedCheck } from '../../contract/index.ts'
import { commitOf, moveRefs } from '../../platform/git/index.ts'
import { takeInBefore } from './basing.ts'
import { keyOf, type WorkContext } from './context.ts'
import { baseOf, inCheckouts, mainCheckout, maxCheckouts } from './ground.ts'
import { refOf } from './joining.ts'
import type { BuildRow, TriedCheck, WorkRow } from './rows.ts'
import { runWhole } from './whole.ts'

/** What is not tried by then is said. */
const maxMs = 60 * 60_000

/** Stores where the build begins, makes its branch, and tries its checks there once. Can be begun again. */
export async function prime(context: WorkContext, found: BuildRow): Promise<void> {
  const { rows, log } = context
  const build = await begin(context, found)
  const commands = commandsOf(context, build, () => true)
  await tryChecks(context, build, commands)
  const { tried, stopping } = rows.get(build.id) ?? build
  if (stopping !== null || context.signal.aborted) return
  const primed = endedOf(tried)
  const ground = await mainCheckout(context, build)
  log.write((append) => {
    rows.set(build.id, { primed, ground, tried: [] })
    const failing = primed.filter(({ passed }) => !passed).map(({ command }) => command)
    const data = { build: build.id, key: keyOf(build), base: build.base, failing }
    append({ type: 'build.primed', data: { ...data, untried: commands.length - primed.length } })
  })
}

/** The base and the branch; on it is what other builds and people finished that its tasks wait for. */
async function begin(context: WorkContext, build: BuildRow): Promise<BuildRow & { base: string }> {
  const base = build.base ?? (await baseOf(context, build))
  const branch = `build/${keyOf(build)}`
  context.rows.set(build.id, { base, branch })
  const begun = { ...build, base, branch }
  const repository = await context.repositoryOf(begun)
  const ref = refOf(begun)
  if ((await commitOf(repository, ref)) === undefined)
    await moveRefs(repository, [{ ref, from: null, to: base }], 'made by Iris')
  // What conflicts is said when the task begins that waits for it.
  await takeInBefore(context, begun, context.rows.tasksOf(build.id))
  return begun
}

/** Those that ran to their end. */
export const endedOf = (tried: readonly TriedCheck[]): PrimedCheck[] =>
  tried.flatMap(({ passed, ...one }) => (passed === null ? [] : [{ ...one, passed }]))

/** What proves the tasks of a build, each command once. */
export function commandsOf(
  { rows, tasks }: WorkContext,
  build: BuildRow,
  of: (row: WorkRow) => boolean,
): string[] {
  const commands = rows
    .tasksOf(build.id)
    .filter(of)
    .flatMap(({ task }) => {
      const { check } = tasks.get(task)
      return (check === null ? build.command : check.command) ?? []
    })
  return [...new Set(commands)]
}

/** Tries each command once, some side by side, each of those in a checkout of its own. After a crash those are left out that were tried. */
async function tryChecks(context: WorkContext, build: BuildRow, commands: readonly string[]): Promise<void> {
  const { rows, clock, signal } = context
  const tried = build.tried.filter(({ passed }) => passed !== null)
  rows.set(build.id, { tried })
  const left = commands.filter((command) => !tried.some((one) => one.command === command))
  const commit = await context.tipOf(build)
  const until = clock.steady() + maxMs
  if (left.length === 0) return
  await inCheckouts(context, build, {
    count: Math.min(maxCheckouts, left.length),
    commit,
    async use(folders) {
      // Each is waited for, also when one fails: the next try begins with the same folders.
      for (const lane of await Promise.allSettled(folders.map(tryLeft)))
        if (lane.status === 'rejected') throw lane.reason
    },
  })

  async function tryLeft(folder: string): Promise<void> {
    const { setup } = context.config().git
    let first = setup === undefined ? [] : [setup]
    for (let command = next(); command !== undefined; command = next()) {
      await tryOne(context, build, { command, commands: [...first, command], folder, of: commands.length })
      first = []
    }
  }

  function next(): string | undefined {
    const isOver = signal.aborted || clock.steady() > until || rows.get(build.id)?.stopping !== null
    return isOver ? undefined : left.shift()
  }
}

interface Trying {
  command: string
  /** With what sets its checkout up. */
  commands: readonly string[]
  folder: string
  of: number
}

async function tryOne(context: WorkContext, build: BuildRow, trying: Trying): Promise<void> {
  const { rows, log } = context
  const { command, commands, folder, of } = trying
  const wanted = await context.planCheck(build, { commands, folder })
  const run = await runWhole(context, wanted, (check) => note({ command, check, passed: null }))
  if (run.state === 'cancelled') return
  const passed = run.state === 'passed'
  log.write((append) => {
    const tried = note({ command, check: run.check, passed })
    const done = tried.filter((one) => one.passed !== null).length
    append({ type: 'build.tried', data: { build: build.id, key: keyOf(build), command, passed, done, of } })
  })

  function note(one: TriedCheck): TriedCheck[] {
    const others = (rows.get(build.id)?.tried ?? []).filter(({ check }) => check !== one.check)
    const tried = [...others, one]
    rows.set(build.id, { tried })
    return tried
  }
}
