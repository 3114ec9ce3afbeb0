import { isDeepStrictEqual } from 'node:util'
import {
  IrisError,
  newId,
  type CallOutput,
  type CallParsed,
  type Ruling,
  type RulingId,
} from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { ruleDoors, type TypedDoor } from '../rules/index.ts'
import type { EventLog } from '../store/index.ts'
import { createRulingRows } from './rows.ts'

/** What a rule was asked, and what about. */
interface Judged<Input> {
  inputs: Input
  /** The key of a task, or an id. */
  about: string
}

/** What rules decided that Iris acted on. */
export interface Rulings {
  /** Runs a rule and stores what it decided, in the transaction under way. */
  rule<Input, Decision>(
    door: TypedDoor<Input, Decision>,
    judged: Judged<Input>,
  ): { ruling: RulingId; outcome: Decision }
  /** Stores what a rule decided, for who acts only on some of its outcomes. */
  keep<Input, Decision>(
    door: TypedDoor<Input, Decision>,
    judged: Judged<Input> & { outcome: Decision },
  ): RulingId
  list(filter: CallParsed<'listRulings'>): CallOutput<'listRulings'>
  get(ruling: RulingId): Ruling
  /** What the rule of today makes of what went in then. */
  replay(ruling: RulingId): CallOutput<'replayRuling'>
}

export function createRulings({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Rulings {
  const rows = createRulingRows(sql)
  const keep: Rulings['keep'] = (door, { inputs, outcome, about }) =>
    log.write((append) => {
      const at = clock.now()
      const ruling = newId('rlg', at)
      rows.insert({ ruling, rule: door.name, about, at, inputs, outcome })
      append({ type: 'ruling.made', data: { ruling, rule: door.name, about } })
      return ruling
    })
  return {
    keep,
    rule(door, judged) {
      const outcome = door.decide(judged.inputs)
      return { ruling: keep(door, { ...judged, outcome }), outcome }
    },
    list(filter) {
      const found = rows.list({ ...filter, limit: filter.limit + 1 })
      const rulings = found.slice(0, filter.limit)
      return { rulings, next: found.length > rulings.length ? (rulings.at(-1)?.ruling ?? null) : null }
    },
    get: find,
    replay: (ruling) => replayed(find(ruling)),
  }

  function find(ruling: RulingId): Ruling {
    const found = rows.get(ruling)
    if (!found) throw new IrisError('RULING_UNKNOWN', `There is no ruling ${ruling}.`)
    return found
  }
}

function replayed({ ruling, rule, inputs, outcome }: Ruling): CallOutput<'replayRuling'> {
  const door = ruleDoors.find(({ name }) => name === rule)
  if (!door || inputs === null)
    throw new IrisError(
      'RULING_NOT_REPLAYABLE',
      door ? `What went into ${ruling} was too long to keep.` : `There is no rule ${rule} any more.`,
    )
  const tried = door.try(inputs)
  // As it would have been stored.
  const now: unknown = JSON.parse(JSON.stringify(tried.ok ? tried.decision : { problems: tried.problems }))
  return { isSame: isDeepStrictEqual(now, outcome), was: outcome, now }
}
