import { IrisError, type OperationsOf, type teamsNoun } from '../../contract/index.ts'
import { speakFor } from '../../core/tokens/index.ts'
import { withoutUndefined } from '../../platform/lib/index.ts'
import type { Orchestrator, Patience, Ways } from './orchestrator.ts'

/** What the operations on teams do: each is one call of the orchestrator on behalf of whoever calls. */
export function teamOperations(orchestrator: Orchestrator): OperationsOf<typeof teamsNoun> {
  return {
    listTeams: () => ({ teams: orchestrator.teams() }),
    getTeam({ team }, caller) {
      const { awake, session } = orchestrator.isAwake(caller, team)
      const found = orchestrator.teams({ name: team }).find(({ name }) => name === team)
      if (!found) throw new IrisError('TEAM_UNKNOWN', `There is no team called ${team}.`)
      return { team: found, awake, session }
    },
    async tellTeam({ toTeam = '', to = toTeam, message, timeout, fromTeam, waits }, caller, onHangUp) {
      const who = { ...(fromTeam ? { fromTeam } : {}), ...(waits === undefined ? {} : { waits }) }
      const input = { to, message, patience: patienceOf(timeout), ways, ...who }
      const telling = await orchestrator.tellBatched(caller, input)
      onHangUp(() => telling.stopWaiting())
      return telling.outcome
    },
    wakeTeam: ({ team, fromTeam }, caller) => orchestrator.wake(speakFor(caller, fromTeam), team),
    wakeTeams: async (_, caller) => ({ teams: await orchestrator.wakeAll(caller) }),
    sleepTeam: ({ team, force, fromTeam }, caller) =>
      orchestrator.sleep(speakFor(caller, fromTeam), team, { force }),
    cancelTurn: ({ team, turn, fromTeam }, caller) =>
      orchestrator.cancel(speakFor(caller, fromTeam), team, turn),
    dropTurn: ({ team, turn, fromTeam }, caller) => orchestrator.drop(speakFor(caller, fromTeam), team, turn),
    retryTurns: (of, caller) => orchestrator.retry(caller, of),
    leaveTurns: (of) => orchestrator.leave(of),
    rebootSession: async ({ team, fromTeam }, caller) => ({
      session: await orchestrator.reboot(speakFor(caller, fromTeam), team),
    }),
    removeSession: ({ team, fromTeam }, caller) => orchestrator.remove(speakFor(caller, fromTeam), team),
    forkSession: ({ team, fromTeam }, caller) => orchestrator.fork(speakFor(caller, fromTeam), team),
    readTurns: ({ team, after, limit, fromTeam }, caller) =>
      orchestrator.report(speakFor(caller, fromTeam), { team, limit, ...(after ? { after } : {}) }),
    getTurn: ({ turn, from }) => orchestrator.findTurn(turn, { from }),
    listSessions: (page) => orchestrator.sessionSlice(withoutUndefined(page)),
  }
}

/** The calls a caller goes on with. */
const ways: Ways = {
  answer: (ask) => `POST /api/asks/${ask}/answer`,
  read: (team) => `GET /api/teams/${team}/turns`,
  readAll: (turn) => `GET /api/turns/${turn}?from=0`,
}

function patienceOf(timeout: number): Patience {
  if (timeout === -1) return { until: 'accepted' }
  return timeout === 0 ? { until: 'ended' } : { until: 'ended', within: timeout }
}
