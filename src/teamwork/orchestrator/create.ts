import { ReplaySubject } from 'rxjs'
import { IrisError, type SessionId, type TeamSummary, type Turn, type TurnId } from '../../contract/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { readyTeam, teamOf, type OrchestratorDeps } from './deps.ts'
import type { SessionRow, TurnRow } from '../../core/sessions/index.ts'
import { forkCommand } from './fork.ts'
import type { Caller, Orchestrator, TurnSlice } from './orchestrator.ts'
import { retrying } from './retrying.ts'
import { tell, tellBatched } from './tell.ts'
import { cursorOf, readCursor, toMarks, toSession, toTurn } from './views.ts'
import { waitingFor, waitsIn } from './waits.ts'

const maxTurns = 200
/** Characters of all texts of one page. */
const maxChars = 4 * 1024 * 1024
/** Lines that are looked through for one page, for turns of which it was not kept in which lines their agents spoke. */
const maxOldLines = 5000

export function createOrchestrator(deps: OrchestratorDeps): Orchestrator {
  const { sessions } = deps
  const find = (caller: Caller, team: string) => sessionWith(deps, caller, team)
  const stopping$ = new ReplaySubject<void>(1)
  const telling = { ...deps, stopping$ }

  return {
    teams: ({ name } = {}) => summaries(deps, name),
    sessions: ({ team } = {}) => sessions.list(team).map((row) => toSession(deps, row)),
    sessionSlice: (wanted) => sessionSlice(deps, wanted),
    session(id, limit) {
      const row = sessions.byId(id)
      const turns = toMarks(deps, id, sessions.marks(id, limit))
      return { session: toSession(deps, row), deletedAt: row.deletedAt, turns }
    },
    tell: (caller, input) => tell(telling, caller, input),
    tellBatched: (caller, input) => tellBatched(telling, caller, input),
    async wake(caller, name) {
      const team = await readyTeam(deps, name)
      const row = sessions.open(caller.name, team.name)
      const wasAwake = sessions.pool.get(row.id) !== undefined
      await sessions.wake(row.id)
      return { session: toSession(deps, row), wasAwake }
    },
    wakeAll: (caller) => wakeAll(deps, caller),
    isAwake(caller, name) {
      const row = find(caller, name)
      return {
        awake: row !== undefined && sessions.pool.get(row.id) !== undefined,
        session: row ? toSession(deps, row) : null,
      }
    },
    report(caller, query) {
      const row = find(caller, query.team)
      return row ? report(deps, row, query) : { turns: [], next: null }
    },
    waitingFor: (session, turn) => waitingFor(deps, { session, id: turn }),
    findTurn: (turn, part) => toTurn(deps, sessions.turn(turn), part),
    saidBefore: (turn, seq) => sessions.saidBefore(turn, seq),
    speaker: (session) => speakerIn(deps, session),
    ...endings(deps),
    ...retrying(deps),
    async close() {
      stopping$.next()
      // What they are told now must be on its way before the connections are closed.
      await new Promise(setImmediate)
    },
  }
}

function report(
  deps: OrchestratorDeps,
  { id }: SessionRow,
  { after, limit = 50, most }: Parameters<Orchestrator['report']>[1],
): TurnSlice {
  const { sessions } = deps
  const from = after ? sessions.turn(after).n : 0
  const page = sessions.turnPage(id, from, Math.min(Math.max(limit, 1), maxTurns))
  const allowance = { lines: maxOldLines }
  const waited = waitsIn(deps, id)
  const turns: Turn[] = []
  let chars = 0
  for (const row of page.turns) {
    const turn = toTurn(deps, row, { most, allowance, waited })
    chars += `${turn.message}${turn.answer ?? ''}`.length
    if (chars > maxChars && turns.length > 0) break
    turns.push(turn)
  }
  const hasMore = page.hasMore || turns.length < page.turns.length
  return { turns, next: hasMore ? (turns.at(-1)?.turn ?? null) : null }
}

function speakerIn({ sessions }: OrchestratorDeps, session: SessionId): ReturnType<Orchestrator['speaker']> {
  const { team, caller } = sessions.byId(session)
  const { row, agent = null } = sessions.live(session).current ?? {}
  const lead = sessions.leadOf(row)?.session ?? null
  return { team, caller, session, agent, turn: row?.id ?? null, lead }
}

function sessionSlice(
  deps: OrchestratorDeps,
  { team, before, limit }: Parameters<Orchestrator['sessionSlice']>[0],
): ReturnType<Orchestrator['sessionSlice']> {
  const place = before ? readCursor(before) : undefined
  const rows = deps.sessions.list(team, { limit: limit + 1, before: place })
  const slice = rows.slice(0, limit)
  const last = rows.length > limit ? slice.at(-1) : undefined
  return { sessions: slice.map((row) => toSession(deps, row)), next: last ? cursorOf(last) : null }
}

type Endings = Pick<Orchestrator, 'sleep' | 'cancel' | 'drop' | 'reboot' | 'remove' | 'fork'>

function endings(deps: OrchestratorDeps): Endings {
  const { sessions } = deps
  const find = (caller: Caller, team: string) => sessionWith(deps, caller, team)
  return {
    async sleep(caller, name, { force }) {
      await sessions.recovered()
      const row = find(caller, name)
      const wasAwake = row !== undefined && sessions.pool.get(row.id) !== undefined
      if (!row || !wasAwake) return { session: row ? toSession(deps, row) : null, wasAwake: false }
      if (sessions.isBusy(row.id) && !force) throw busy(name, sessions.live(row.id).current !== undefined)
      await sessions.sleep(row.id)
      return { session: toSession(deps, row), wasAwake }
    },
    async cancel(caller, name, turn) {
      await sessions.recovered()
      const row = find(caller, name)
      const wanted = turn ? turnIn(deps, row, turn) : row && sessions.live(row.id).current?.row
      mayCancel(caller, wanted)
      const ended = row ? await sessions.cancel(row.id, turn) : null
      if (ended === null) return { turn: null, how: null, advice: row ? waitingAdvice(deps, row) : null }
      return { turn: ended, how: sessions.turn(ended).how, advice: null }
    },
    async drop(caller, name, turn) {
      const wanted = turnIn(deps, find(caller, name), turn)
      mayCancel(caller, wanted)
      await sessions.drop(wanted.session, turn)
      return { turn, how: sessions.turn(turn).how }
    },
    async reboot(caller, name) {
      const row = sessions.open(caller.name, teamOf(deps, name).name)
      await sessions.reboot(row.id, caller.name)
      return toSession(deps, sessions.byId(row.id))
    },
    async remove(caller, name) {
      const row = find(caller, name)
      if (row) await sessions.remove(row.id, caller.name)
      return { session: row?.id ?? null }
    },
    fork: (caller, name) => fork(deps, caller, name),
  }
}

function busy(name: string, hasTurn: boolean): IrisError {
  const why = hasTurn ? 'is in the middle of a turn' : 'has a teammate at work, or waits for an answer'
  return new IrisError('TEAM_BUSY', `${name} ${why}.`)
}

function fork(deps: OrchestratorDeps, caller: Caller, name: string): ReturnType<Orchestrator['fork']> {
  const team = teamOf(deps, name)
  return forkCommand(team, sessionWith(deps, caller, name), deps.claudeOf(team))
}

/** The session of a caller with a team, also with one that was taken out of the config: its process may still run. */
function sessionWith(deps: OrchestratorDeps, caller: Caller, team: string): SessionRow | undefined {
  const known = deps.sessions.find(caller.name, team)
  if (!known) teamOf(deps, team)
  return known
}

const noError = (): undefined => undefined

/** Wakes as many as there are free places: to wake one more, nobody is ended and nothing is waited for. */
async function wakeAll(
  deps: OrchestratorDeps,
  caller: Caller,
): Promise<{ team: string; awake: boolean; error: string | null }[]> {
  const { sessions } = deps
  const { pool } = sessions
  const { settings, teams } = deps.config()
  const names = [...teams.keys()]
  const missing = await Promise.all(names.map((name) => readyTeam(deps, name).then(noError, messageOf)))
  let free = pool.free()
  const wakings = names.map(async (team, place) => {
    try {
      const error = missing[place]
      if (error !== undefined) return { team, awake: false, error }
      const { id } = sessions.open(caller.name, team)
      const hasPlace = pool.get(id) !== undefined || pool.isStarting(id)
      if (!hasPlace) free -= 1
      if (!hasPlace && free < 0)
        return {
          team,
          awake: false,
          error: `No slot is free: settings.maxProcesses is ${settings.maxProcesses}.`,
        }
      await sessions.wake(id)
      return { team, awake: true, error: null }
    } catch (error) {
      return { team, awake: false, error: messageOf(error) }
    }
  })
  return Promise.all(wakings)
}

function summaries(deps: OrchestratorDeps, name: string | undefined): TeamSummary[] {
  const { config, sessions, asks } = deps
  const known = [...config().teams.values()]
  const teams = name === undefined ? known : known.filter((team) => team.name === name)
  const open = new Map(sessions.openTurns().map((counts) => [counts.team, counts]))
  const agents = sessions.pool.list()
  const asking = asks.openByTeam()
  return teams.map((team) => {
    const { running = 0, queued = 0, limited = 0 } = open.get(team.name) ?? {}
    const own = agents.filter((pooled) => pooled.team === team.name)
    const cutOff = own.filter(({ session }) => sessions.cutOff(session) !== null).length
    const waiting = asking.get(team.name) ?? 0
    return summaryOf(deps, team, { agents: own.length, running, queued, limited, asks: waiting, cutOff })
  })
}

function summaryOf(
  { usage }: OrchestratorDeps,
  team: Team,
  counts: Pick<TeamSummary, 'agents' | 'running' | 'queued' | 'limited' | 'asks' | 'cutOff'>,
): TeamSummary {
  return {
    name: team.name,
    path: team.path,
    description: team.description,
    color: team.color ?? null,
    remote: team.remote !== undefined,
    awake: counts.agents > 0,
    ...counts,
    costTodayUsd: usage.spentToday(team.name),
    rehearsedTodayUsd: usage.rehearsedToday(team.name),
  }
}

/** Sessions belong to a pair of teams; an agent may stop what its own session asked for, and nothing else. */
function mayCancel(caller: Caller, turn: TurnRow | undefined): void {
  if (caller.kind === 'human' || !turn || turn.fromSession === caller.session) return
  throw new IrisError('FORBIDDEN', 'That turn was asked for by another session of your team.')
}

function turnIn({ sessions }: OrchestratorDeps, session: SessionRow | undefined, id: TurnId): TurnRow {
  const turn = session && sessions.turnIn(session.id, id)
  if (!turn) throw new IrisError('TURN_NOT_HERE', `The session has no turn ${id}.`)
  return turn
}

/** Nothing runs, but something waits: how to drop it. */
function waitingAdvice({ sessions }: OrchestratorDeps, { id }: SessionRow): string | null {
  const next = sessions.nextQueued(id)
  if (!next) return null
  const { queued } = sessions.counts(id)
  const waiting = queued === 1 ? 'one waits' : `${queued} wait`
  return `No turn is under way, but ${waiting}. Name a turn to drop it; the next is ${next.id}.`
}
