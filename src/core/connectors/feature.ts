import type { connectorsNoun, OperationsOf } from '../../contract/index.ts'
import { feature } from '../features/index.ts'
import { createConnectors } from './connectors.ts'
import { connectorMigrations } from './rows.ts'

/** Outside programs that speak for a person, let in by OAuth. */
export const connectorsFeature = feature({
  name: 'connectors',
  migrations: connectorMigrations,
  create: createConnectors,
  reacts: {
    'token.revoked': (connectors, event, append) => connectors.tokenRevoked(event, append),
  },
  operations: (connectors): OperationsOf<typeof connectorsNoun> => ({
    showConnectRequest: ({ request }) => connectors.show(request),
    answerConnectRequest: ({ request, ...answer }) => ({ location: connectors.answer(request, answer) }),
  }),
})
