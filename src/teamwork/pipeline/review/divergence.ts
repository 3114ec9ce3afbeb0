import type { divergenceDoor } from '../../../core/rules/index.ts'

/** Where work differs from its plan, as the rule says it. */
export type Divergence = ReturnType<typeof divergenceDoor.decide>['divergences'][number]
