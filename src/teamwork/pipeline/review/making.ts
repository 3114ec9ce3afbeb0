import { BuildOutcome } from '../../../contract/index.ts'
import { changesOf, type BuildChanges } from './changes.ts'
import type { ReviewContext } from './context.ts'
import { diverge } from './diverging.ts'
import { patternOf, resultOf } from './results.ts'
import type { DueReview, TaskResult } from './rows.ts'

const maxChanged = 2000
const maxMarks = 100

/** Makes the review of a build that has ended: once, whatever was killed in between. */
export async function makeReview(context: ReviewContext, due: DueReview): Promise<void> {
  const { log, rows, work, clock } = context
  const build = work.get(due.build)
  const changes = bounded(await changesOf(context, build))
  const results = build.tasks.map((task) => resultOf(context, { build, changes }, task))
  log.write((append) => {
    if (rows.get(build.build)) return
    const { ruling, differs } = diverge(context, { key: build.key, tasks: results, changed: changes.all })
    const outcome = BuildOutcome.parse(build.state)
    const { project, team, startedAt, costUsd, tokens, key } = build
    const ended = { endedAt: due.endedAt, madeAt: clock.now() }
    const figures = { outcome, startedAt, ...ended, costUsd, tokens, unknown: changes.unknown }
    const about = { build: build.build, key, team }
    rows.make({ ...about, project, ...figures, ruling, differs }, results, marksOf(results))
    const firstPass = results.filter(({ isFirstPass }) => isFirstPass).length
    const counts = { tasks: results.length, firstPass, divergences: differs.length }
    append({ type: 'review.made', data: { ...about, ruling, outcome, ...counts } })
  })
}

/** A build may have brought in what nobody reads path by path. */
function bounded(changes: BuildChanges): BuildChanges {
  const { all } = changes
  if (all.length <= maxChanged) return changes
  const unknown = `${all.length} files changed; the first ${maxChanged} of them are compared with the plan.`
  return { ...changes, all: all.slice(0, maxChanged), unknown }
}

/** By what reviews are found that are like one another. */
function marksOf(results: readonly TaskResult[]): string[] {
  const marks = results.flatMap(({ planned, changed, failures }) => [
    ...failures,
    ...[...planned.map(({ path }) => path), ...changed].map(patternOf),
  ])
  return [...new Set(marks)].slice(0, maxMarks)
}
