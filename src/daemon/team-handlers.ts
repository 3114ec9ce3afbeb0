import { IrisError, type Identity, type teamCalls } from '../contract/index.ts'
import { withoutUndefined } from '../platform/lib/index.ts'
import type { Caller, Orchestrator, Patience } from '../teamwork/orchestrator/index.ts'
import type { Handlers } from '../surface/http/index.ts'

/** The handlers of the calls in `teamCalls`. */
export type TeamHandlers = Pick<Handlers, keyof typeof teamCalls>

/** What the calls about teams do: each is one call of the orchestrator on behalf of whoever holds the token. */
export function createTeamHandlers(deps: {
  orchestrator: Orchestrator
  callerOf: (identity: Identity) => Caller
}): TeamHandlers {
  const { orchestrator, callerOf } = deps
  const speaking = (identity: Identity, fromTeam: string | undefined): Caller =>
    speakFor(callerOf(identity), fromTeam)
  return {
    listTeams: () => ({ teams: orchestrator.teams() }),
    getTeam({ team }, identity) {
      const { awake, session } = orchestrator.isAwake(callerOf(identity), team)
      const found = orchestrator.teams({ name: team }).find(({ name }) => name === team)
      if (!found) throw new IrisError('TEAM_UNKNOWN', `There is no team called ${team}.`)
      return { team: found, awake, session }
    },
    async tellTeam({ to, message, timeout, fromTeam, waits }, identity, onHangUp) {
      const who = { ...(fromTeam ? { fromTeam } : {}), ...(waits === undefined ? {} : { waits }) }
      const input = { to, message, patience: patienceOf(timeout), ...who }
      const telling = await orchestrator.tellSoon(callerOf(identity), input)
      onHangUp(() => telling.stopWaiting())
      return telling.outcome
    },
    wakeTeam: ({ team }, identity) => orchestrator.wake(callerOf(identity), team),
    wakeTeams: async (_, identity) => ({ teams: await orchestrator.wakeAll(callerOf(identity)) }),
    sleepTeam: ({ team, force, fromTeam }, identity) =>
      orchestrator.sleep(speaking(identity, fromTeam), team, { force }),
    cancelTurn: ({ team, turn, fromTeam }, identity) =>
      orchestrator.cancel(speaking(identity, fromTeam), team, turn),
    dropTurn: ({ team, turn, fromTeam }, identity) =>
      orchestrator.drop(speaking(identity, fromTeam), team, turn),
    rebootSession: async ({ team, fromTeam }, identity) => ({
      session: await orchestrator.reboot(speaking(identity, fromTeam), team),
    }),
    removeSession: ({ team, fromTeam }, identity) => orchestrator.remove(speaking(identity, fromTeam), team),
    forkSession: ({ team, fromTeam }, identity) => orchestrator.fork(speaking(identity, fromTeam), team),
    readTurns: ({ team, after, limit, fromTeam }, identity) =>
      orchestrator.report(speaking(identity, fromTeam), { team, limit, ...(after ? { after } : {}) }),
    getTurn: ({ turn }) => orchestrator.findTurn(turn),
    listSessions: (page) => orchestrator.sessionPage(withoutUndefined(page)),
  }
}

/** A person may speak for any team, an agent only for its own. */
function speakFor(caller: Caller, fromTeam: string | undefined): Caller {
  if (fromTeam === undefined || fromTeam === caller.name) return caller
  if (caller.kind === 'human') return { ...caller, name: fromTeam }
  throw new IrisError('CALLER_REFUSED', `${caller.name} may not speak for ${fromTeam}.`)
}

/** A person is `user`; an agent speaks for the team its token names. */
export function callerOf(identity: Identity): Caller {
  const { role, team, session } = identity
  if (role === 'iris') throw new IrisError('FORBIDDEN', 'The Iris agent has its own tools and no others.')
  if (role !== 'agent') return { name: 'user', kind: 'human' }
  if (!team) throw new IrisError('FORBIDDEN', 'This token names no team.')
  return { name: team, kind: 'agent', ...(session ? { session } : {}) }
}

function patienceOf(timeout: number): Patience {
  if (timeout === -1) return { until: 'accepted' }
  return timeout === 0 ? { until: 'ended' } : { until: 'ended', within: timeout }
}
