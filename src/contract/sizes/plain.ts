import { plainNoun } from '../noun.ts'

/** The part without schemas of how much to set up for a goal. */
export const plainSizes = plainNoun({
  http: {
    proposeSize: 'POST /api/sizes',
  },
  errors: {},
})
