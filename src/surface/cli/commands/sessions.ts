import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type Session } from '../../../contract/plain.ts'
import { startProcess } from '../../../platform/process/index.ts'
import { againWords, cutOffAdvice, limitWords, oneLine, spentWords } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { wholeNumber } from '../numbers.ts'
import { columns, harmless } from '../output.ts'
import { table } from '../table.ts'
import { typedId } from '../typed-id.ts'
import { age } from '../words.ts'

const maxPerPage = 500

/** A page of sessions, the last used first, and the state its facts give. */
export async function listSessions(
  context: CommandContext,
  options: { team?: string; limit: string; before?: string },
): Promise<number> {
  const { output } = context
  const { team, before } = options
  const limit = wholeNumber('--limit', options.limit)
  if (limit < 1 || limit > maxPerPage)
    throw new IrisError('USAGE', `--limit takes a number from 1 to ${maxPerPage}.`)
  const client = await connectOrStart(context)
  const page = { limit, ...(team ? { team } : {}), ...(before ? { before } : {}) }
  const { sessions, next } = await client.call('listSessions', page)
  output.result({ sessions, next }, () => {
    if (sessions.length === 0)
      return output.line(
        before ? 'No more sessions.' : 'No sessions yet. Start one: iris tell <team> "Which tests fail?"',
      )
    const heading = ['Session', 'Between', 'State', 'Turns', 'Queued', 'Context', 'Cost', 'Last used']
    const rows = sessions.map((session) => [
      session.session,
      harmless(`${session.from} → ${session.to}`),
      [session.state, session.cutOff === null ? '' : 'cut off', session.limited ? 'at a limit' : '']
        .filter(Boolean)
        .join(', '),
      String(session.turns),
      String(session.queued),
      session.contextPercent === null ? '–' : `${Math.round(session.contextPercent)} %`,
      spentWords({ ...session, costUsd: session.costUsd - session.rehearsedUsd }),
      age(session.lastUsedAt),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
    for (const line of warningsOf(sessions)) output.line(output.paint('yellow', line))
    const same = `${team ? ` --team ${team}` : ''} --limit ${options.limit}`
    if (next) output.line(`More: iris sessions${same} --before ${next}`)
  })
  return exitCodes.ok
}

/** What is wrong with them, and the way out. */
function warningsOf(sessions: readonly Session[]): string[] {
  const held = sessions.flatMap(({ from, to, startFailure }) =>
    startFailure
      ? [harmless(`${from} → ${to} waits for its agent: ${startFailure.reason} ${startFailure.advice}`)]
      : [],
  )
  const limited = sessions.flatMap(({ from, to, limited }) =>
    limited
      ? [
          harmless(
            `${from} → ${to}: ${limitWords(limited)} ${againWords(limited, Date.now())} Now: iris retry ${to}`,
          ),
        ]
      : [],
  )
  const isCutOff = sessions.some(({ cutOff }) => cutOff !== null)
  const cutOff = isCutOff ? [`Cut off: without its Iris tools. ${cutOffAdvice}`] : []
  return [...cutOff, ...held, ...limited]
}

/** Starts the agent of a team, or of all; no model is called. */
export async function wake(
  context: CommandContext,
  options: { team?: string | undefined; all?: boolean },
): Promise<number> {
  const { team, all } = options
  if (Boolean(team) === Boolean(all)) throw new IrisError('USAGE', 'Name a team, or give --all.')
  if (!team) return wakeAll(context)
  const { output } = context
  const woken = await (await connectOrStart(context)).call('wakeTeam', { team })
  output.result(woken, () => output.line(woken.wasAwake ? `${team} was already awake.` : `${team} is awake.`))
  return exitCodes.ok
}

async function wakeAll(context: CommandContext): Promise<number> {
  const { output } = context
  const { teams } = await (await connectOrStart(context)).call('wakeTeams', {})
  output.result({ teams }, () => {
    if (teams.length === 0) return output.line('No teams yet. Add one: iris teams add <name> <path>')
    const rows = teams.map(({ team, awake, error }) => [
      awake ? output.paint('green', '✓') : output.paint('red', '✗'),
      team,
      awake ? 'awake' : harmless(error ?? 'asleep'),
    ])
    for (const line of columns(rows)) output.line(line)
  })
  return teams.every(({ awake }) => awake) ? exitCodes.ok : exitCodes.unexpected
}

/** Ends the agent of a team; its conversation stays. */
export async function sleep(
  context: CommandContext,
  options: { team: string; force?: boolean },
): Promise<number> {
  const { output } = context
  const { team, force = false } = options
  const slept = await (await connectOrStart(context)).call('sleepTeam', { team, force })
  output.result(slept, () =>
    output.line(
      slept.wasAwake
        ? `${team} is asleep. The next tell continues its conversation.`
        : `${team} was already asleep.`,
    ),
  )
  return exitCodes.ok
}

/** Interrupts the turn that runs, or ends the one that is named, and says which that was. */
export async function cancel(
  context: CommandContext,
  options: { team: string; turn?: string; from?: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { team, turn, from } = await namedTurn(client, options)
  const input = { team, ...(turn ? { turn } : {}), ...speaker(from) }
  const cancelled = await client.call('cancelTurn', input)
  const ended = cancelled.turn && (await client.call('getTurn', { turn: cancelled.turn }))
  output.result(cancelled, () => {
    if (!ended) {
      output.line(`${team} has no turn running.`)
      if (cancelled.advice) output.line(`  ${cancelled.advice}\n  iris cancel <turn>`)
      return
    }
    const told = harmless(oneLine(ended.message, 60))
    const how = cancelled.how === 'cancelled' ? 'Dropped' : 'Stopped'
    const when = cancelled.how === 'cancelled' ? ' before it ran' : ''
    output.line(`${how} the turn ${ended.turn} of ${team}${when}: “${told}”`)
  })
  return exitCodes.ok
}

/** The id of a turn says of which session it is. */
async function namedTurn(
  client: Client,
  options: { team: string; turn?: string; from?: string },
): Promise<{ team: string; turn?: string; from?: string }> {
  if (!options.team.startsWith('trn_')) return options
  const found = await client.call('getTurn', { turn: typedId('trn', options.team) })
  return { team: found.to, turn: found.turn, ...(found.from === 'user' ? {} : { from: found.from }) }
}

/** Ends the agent and begins an empty conversation in the same session. */
export async function reboot(
  context: CommandContext,
  options: { team: string; from?: string },
): Promise<number> {
  const { output } = context
  const { team, from } = options
  const client = await connectOrStart(context)
  const rebooted = await client.call('rebootSession', { team, ...speaker(from) })
  output.result(rebooted, () =>
    output.line(
      `The next tell starts an empty conversation with ${team}.\n  What was said stays on record: iris report ${team}`,
    ),
  )
  return exitCodes.ok
}

/** Forgets the session with a team, once somebody is sure; what happened stays in the log. */
export async function remove(
  context: CommandContext,
  options: { team: string; from?: string; yes?: boolean },
): Promise<number> {
  const { output } = context
  const { team, from, yes } = options
  const deed = `delete ${from ? `the session of ${from}` : 'your session'} with ${team}`
  const kept = "Its agent ends and its queued turns are dropped. The log and the team's folder stay."
  if (!yes && !(await isSure(context, { deed, kept }))) {
    output.result({ session: null, deleted: false }, () => output.line('Nothing was changed.'))
    return exitCodes.ok
  }
  const { session } = await (await connectOrStart(context)).call('removeSession', { team, ...speaker(from) })
  output.result({ session, deleted: session !== null }, () =>
    output.line(
      session
        ? `Deleted the session ${session} with ${team}. The next tell starts a new one.\n  What happened stays in the log: iris cache inspect ${session}`
        : `There is no session with ${team}.`,
    ),
  )
  return exitCodes.ok
}

/** The session of another team is reached in its name. */
function speaker(from: string | undefined): { fromTeam?: string } {
  return from ? { fromTeam: from } : {}
}

/** Prints the command that opens a copy of the conversation, or runs it here. */
export async function fork(
  context: CommandContext,
  options: { team: string; open?: boolean },
): Promise<number> {
  const { environment, output } = context
  const { team, open } = options
  const forked = await (await connectOrStart(context)).call('forkSession', { team })
  if (!open) {
    output.result(forked, () => output.line(harmless(forked.command)))
    return exitCodes.ok
  }
  const child = await startProcess({
    command: 'sh',
    args: ['-c', forked.command],
    cwd: process.cwd(),
    env: environment.variables,
    stdio: 'inherit',
  })
  // Ctrl-C belongs to the conversation; this process only waits for it.
  process.on('SIGINT', () => undefined)
  const { code } = await child.exited
  return code ?? exitCodes.unexpected
}
