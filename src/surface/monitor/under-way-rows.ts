import { oneLine, sizeWords, underWay, type GoingOn, type Lane, type Tone } from '../views/index.ts'
import type { Facts } from './facts.ts'
import { nothingElse, type Row } from './row.ts'
import { clean } from './words.ts'

const lanes: Readonly<Record<Tone, Lane>> = {
  needs: 'needs_you',
  bad: 'needs_you',
  work: 'working',
  good: 'idle',
  quiet: 'idle',
}

/** A line for each spec and idea that is under way, in the words of the overview. */
export function rowsUnderWay({ specs, ideas, now }: Pick<Facts, 'specs' | 'ideas'> & { now: number }): Row[] {
  const teams = new Map(specs.map(({ key, team }) => [key, team]))
  const all = underWay({ runs: [], specs, builds: [], ideas, orgs: [] }, now)
  return all.flatMap((one) => rowOf(one, teams.get(one.key) ?? ''))
}

function rowOf({ key, size, title, about, state, place }: GoingOn, team: string): Row[] {
  if (place.page !== 'spec' && place.page !== 'idea') return []
  const { tone, words } = state
  const row = {
    ...nothingElse,
    key,
    lane: lanes[tone],
    team,
    name: clean(oneLine(title, 80)),
    opens: place,
    doing: clean(`${words}  ${sizeWords[size].name.toLowerCase()}: ${about}`),
    isAtWork: tone === 'work',
    isTrouble: tone === 'bad',
  }
  return [row]
}
