import type { RoleAtWork } from '../../../contract/index.ts'
import { counted } from '../../../contract/plain.ts'

/** A piece of work that a role has in hand. */
export interface RoleWork {
  subject: string
  state: 'LOADING' | 'ACTIVE' | 'WAITING'
  since: number | null
}

/** What is so of a role. */
export interface RoleFacts {
  works: readonly RoleWork[]
  /** What it ended last. */
  last: { isGood: boolean; words: string; at: number } | undefined
  /** Why it cannot work, where it is code. */
  fault?: string | undefined
}

const words = { LOADING: 'begins', ACTIVE: 'works on', WAITING: 'waits with' } as const

/** What a role is at: by what moves most, and without work by what it ended last. */
export function stateOfRole({ works, last, fault }: RoleFacts): Omit<RoleAtWork, 'role'> {
  const atWork = works.length
  if (fault !== undefined) return { state: 'ERROR', words: fault, atWork, since: null }
  for (const state of ['ACTIVE', 'LOADING', 'WAITING'] as const) {
    const [first, ...more] = works.filter((work) => work.state === state)
    if (!first) continue
    const others = more.length === 0 ? '' : ` and ${counted(more.length, 'other')}`
    return { state, words: `${words[state]} ${first.subject}${others}`, atWork, since: first.since }
  }
  if (!last) return { state: 'IDLE', words: 'has not worked yet', atWork, since: null }
  return { state: last.isGood ? 'COMPLETE' : 'ERROR', words: last.words, atWork, since: last.at }
}
