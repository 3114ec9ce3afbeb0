import type { OperationsOf, rulingsNoun } from '../../contract/index.ts'
import { feature } from '../features/index.ts'
import { rulingMigrations } from './rows.ts'
import { createRulings } from './rulings.ts'

/** What rules decided. */
export const rulingsFeature = feature({
  name: 'rulings',
  migrations: rulingMigrations,
  create: createRulings,
  operations: (rulings): OperationsOf<typeof rulingsNoun> => ({
    listRulings: (filter) => rulings.list(filter),
    getRuling: ({ ruling }) => rulings.get(ruling),
    replayRuling: ({ ruling }) => rulings.replay(ruling),
  }),
})
