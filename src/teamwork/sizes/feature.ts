import type { CallParsed, OperationsOf, sizesNoun } from '../../contract/index.ts'
import { feature } from '../../core/features/index.ts'
import { proposeSize, type SizesDeps } from './sizes.ts'

/** How much to set up for a goal. */
export const sizesFeature = feature({
  name: 'sizes',
  create: (deps: SizesDeps) => ({
    propose: (wanted: CallParsed<'proposeSize'>) => proposeSize(deps, wanted),
  }),
  operations: (sized): OperationsOf<typeof sizesNoun> => ({
    proposeSize: (wanted) => sized.propose(wanted),
  }),
})
