import type { OperationsOf, specsNoun } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { SpecDeps } from './context.ts'
import { specMigrations } from './migrations.ts'
import { createSpecs } from './specs.ts'

/** What will be built, before it is built. */
export const specsFeature = feature({
  name: 'specs',
  migrations: specMigrations,
  create: (from: SpecDeps & { sql: Sql }) => createSpecs(from),
  operations: (specs): OperationsOf<typeof specsNoun> => ({
    createSpec: (input, { name }) => specs.create(input, name),
    listSpecs: (filter) => specs.list(filter),
    getSpec: ({ spec }) => specs.get(spec),
    approveSpec: (input, { name }) => specs.approve(input, name),
    reviseSpec: (input, { name }) => specs.revise(input, name),
    dropSpec: ({ spec }, { name }) => specs.drop(spec, name),
    buildSpec: ({ spec }, { name }) => specs.build(spec, name),
    exportSpec: ({ spec }, { name }) => specs.export(spec, name),
    readSpecEdits: (input, { name }) => specs.edits(input, name),
  }),
  reacts: { 'build.started': (specs, { data }, append) => specs.buildStarted(data, append) },
  close: (specs) => specs.close(),
})
