import { feature } from '../../core/features/index.ts'
import type { buildsNoun, OperationsOf } from '../../contract/index.ts'
import type { Merges } from '../../core/merges/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { WorkDeps } from './context.ts'
import { workMigrations } from './migrations.ts'
import { buildNotifies } from './notifies.ts'
import { createWork } from './work.ts'

/** Tasks being worked. */
export const workFeature = feature({
  name: 'work',
  migrations: workMigrations,
  create: (from: WorkDeps & { sql: Sql; merges: Pick<Merges, 'alsoFind'> }) => {
    const work = createWork(from)
    from.merges.alsoFind((name) => work.merged(name))
    // Only then is it known which agents live.
    void from.sessions.recovered().then(() => work.recover())
    return work
  },
  operations: (work): OperationsOf<typeof buildsNoun> => ({
    startBuild: (input, { name }) => work.start(input, { by: name }),
    listBuilds: (filter) => work.list(filter),
    getBuild: ({ build }) => work.get(build),
    confirmBuild: ({ build }, { name }) => work.confirm(build, name),
    pauseBuild: ({ build }, { name }) => work.pause(build, name),
    resumeBuild: ({ build }, { name }) => work.resume(build, name),
    stopBuild: ({ build }, { name }) => work.stop(build, name),
    retryBuildTask: (of) => work.retry(of),
    skipBuildTask: (of, { name }) => work.skip(of, name),
  }),
  notifies: buildNotifies,
  close: (work) => work.close(),
})
