import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of connectors. */
export const plainConnectors = plainNoun({
  http: {
    showConnectRequest: 'GET /api/connectors/requests/:request',
    answerConnectRequest: 'POST /api/connectors/requests/:request',
  },
  errors: {
    CONNECT_REQUEST_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'A request lives ten minutes and is answered once. Connect again from the other program.',
    },
  },
})
