import type { OperationsOf, uxNoun } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { UxDeps } from './context.ts'
import { uxMigrations } from './rows.ts'
import { createUx } from './ux.ts'

/** Journeys of projects, gone through in a browser. */
export const uxFeature = feature({
  name: 'ux',
  migrations: uxMigrations,
  create: (from: UxDeps) => createUx(from),
  operations: (ux): OperationsOf<typeof uxNoun> => ({
    listUxTests: (filter) => ux.list(filter),
    startUxTest: (wanted, { name }) => ux.start(wanted, name),
    getUxTest: (of) => ux.get(of.ux),
    readUxPicture: (of) => ux.picture(of),
    cancelUxTest: (of, { name }) => ux.cancel(of.ux, name),
  }),
  reacts: { 'build.ended': (ux, event) => ux.buildEnded(event) },
  close: (ux) => ux.close(),
})
