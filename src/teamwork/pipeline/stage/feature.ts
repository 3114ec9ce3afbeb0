import type { OperationsOf, stagesNoun } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { StageDeps } from './context.ts'
import { stageMigrations } from './rows.ts'
import { createStages } from './stages.ts'

/** What the roles of the pipeline ask a model. */
export const stagesFeature = feature({
  name: 'stages',
  migrations: stageMigrations,
  create: (from: StageDeps) => {
    const stages = createStages(from)
    void stages.recover()
    return stages
  },
  operations: (stages): OperationsOf<typeof stagesNoun> => ({
    listStages: (filter) => ({ stages: stages.list(filter) }),
    readStageUse: ({ since }) => ({ roles: stages.use(since) }),
  }),
  close: (stages) => stages.close(),
})
