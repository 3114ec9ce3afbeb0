import type { EventData } from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { about, refused, type SpecContext } from './context.ts'
import type { SpecRow } from './rows.ts'

/** Notes which build works a spec, in the transaction that starts it, whoever started it. */
export function linkBuild(
  { rows, tasks }: SpecContext,
  { key, tasks: keys }: EventData<'build.started'>,
  append: Append,
): void {
  const sources = new Set(keys.flatMap((task) => tasks.get(task).source?.path ?? []))
  for (const source of sources) {
    const row = rows.bySource(source)
    if (!row || row.approvedAt === null) continue
    rows.set(row.id, { build: key, wantsBuild: false, problem: null })
    append({ type: 'spec.build_linked', data: { ...about(row), build: key } })
  }
}

/** Goes on with the build of a spec: starts it, resumes one at rest, or tries again what did not come off. */
export function buildAgain(context: SpecContext, row: SpecRow, by: string): void {
  const { rows, work, tasks, log } = context
  if (row.approvedAt === null) throw refused('It is not approved yet.')
  const build = row.build === null ? undefined : work.get(row.build)
  if (build?.state === 'paused') return void work.resume(build.build, by)
  if (build?.state === 'waiting_for_yes') return void work.confirm(build.build, by)
  if (build && build.endedAt === null) throw refused(`${build.key} is under way.`)
  const all = tasks.ofFile(row.project, row.source).map((key) => tasks.get(key))
  if (all.every(({ status }) => isDone.has(status))) throw refused('All of its tasks are done.')
  log.write(() => {
    for (const { key, status } of all)
      if (status === 'failed' || status === 'skipped')
        tasks.become({ name: key, by }, { to: 'pending', reason: 'Tried again.' })
    rows.set(row.id, { wantsBuild: true, problem: null })
  })
}

const isDone: ReadonlySet<string> = new Set(['complete', 'cancelled'])
