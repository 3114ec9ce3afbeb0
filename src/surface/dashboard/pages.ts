import type { EventFamily } from '../../contract/plain.ts'
import { askIris } from './pages/ask/page.ts'
import { builds } from './pages/builds/page.ts'
import { health } from './pages/health/page.ts'
import { sessions } from './pages/history/page.ts'
import { ideas } from './pages/ideas/page.ts'
import { inbox } from './pages/inbox/page.ts'
import { knowledge } from './pages/knowledge/page.ts'
import { org } from './pages/org/page.ts'
import { overview } from './pages/overview/page.ts'
import { processes } from './pages/processes/page.ts'
import { rooms } from './pages/rooms/page.ts'
import { runs } from './pages/runs/page.ts'
import { settings } from './pages/settings/page.ts'
import { specs } from './pages/specs/page.ts'
import { tasks } from './pages/tasks/page.ts'
import { usage } from './pages/usage/page.ts'
import { wiki } from './pages/wiki/page.ts'

/** Every page; within its group the navigation shows them in this order. */
// prettier-ignore
export const pages = [
  overview,
  inbox,
  runs,
  specs,
  tasks,
  builds,
  knowledge,
  wiki,
  sessions,
  ideas,
  rooms,
  org,
  askIris,
  usage,
  health,
  processes,
  settings,
] as const

type Read = (typeof pages)[number]['reads'][number]['staleOn'][number]

/**
 * Events that make nothing old that a page reads, and where they are seen.
 * A family that is neither here nor in a reading does not compile; nor does one that is in both.
 */
export const readByNoPage: Readonly<Record<Exclude<EventFamily, Read>, string>> = {
  connector: 'in the list of tokens, as its token',
  follower: 'in the log only',
  guard: 'in the log only',
  model: 'in the log only',
  news: 'in what is told while nobody looks',
  notification: 'in the log only',
  problem: 'among the problems of the overview, as it comes',
  question: 'in the log only',
}
