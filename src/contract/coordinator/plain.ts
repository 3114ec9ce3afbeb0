import { plainNoun } from '../noun.ts'

/** The part without schemas of the coordinator. */
export const plainCoordinator = plainNoun({
  http: {
    listConcerns: 'GET /api/coordinator',
    readRoles: 'GET /api/stages/roles',
  },
  errors: {},
})
