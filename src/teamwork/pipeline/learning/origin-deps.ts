import type { Checks } from '../../../core/checks/index.ts'
import type { Inbox } from '../../../core/inbox/index.ts'
import type { Tasks } from '../../../core/tasks/index.ts'
import type { Work } from '../../work/index.ts'
import type { Ideas } from '../ideation/ideas.ts'
import type { Reviews } from '../review/reviews.ts'
import type { Specs } from '../specification/specs.ts'

/** What builds came from is looked at with. */
export interface OriginDeps {
  specs: Pick<Specs, 'list' | 'history' | 'ofSource' | 'ofIdea'>
  ideas: Pick<Ideas, 'get' | 'list' | 'questions'>
  tasks: Pick<Tasks, 'get' | 'ofFile'>
  checks: Pick<Checks, 'list'>
  inbox: Pick<Inbox, 'view'>
  reviews: Pick<Reviews, 'verdictsOn'>
  work: Pick<Work, 'get'>
}
