import type { Ask, AskId, AskKind, TellStatus } from '../../contract/index.ts'
import type { TurnRow } from '../../core/sessions/index.ts'
import type { OrchestratorDeps } from './deps.ts'
import type { Caller, Ways } from './orchestrator.ts'

const longest = 300

/** What is said to whom nobody told by which way it came. */
const plainWays: Ways = {
  answer: (ask) => `the inbox (${ask})`,
  read: () => 'the report of the team',
  readAll: (turn) => `the report of the turn (${turn})`,
}

/** How a tell stands whose turn waits for an ask of this kind. */
export function statusOf(kind: AskKind): TellStatus {
  return kind === 'permission' ? 'needs_permission' : 'needs_answer'
}

/** What to do next when this is not an answer, in the words of the way the caller came in. */
export function adviceOf(
  deps: OrchestratorDeps,
  facts: {
    caller: Caller
    row: TurnRow
    team: string
    status: TellStatus
    ask: AskId | null
    ways: Ways | undefined
    /** The caller is not given all that was said. */
    isCut: boolean
  },
): string | null {
  const { caller, row, team, status, ask, ways = plainWays, isCut } = facts
  const rest = isCut ? `It said more than fits here. Read it all with ${ways.readAll(row.id)}.` : null
  if (row.how) return row.advice ?? rest
  if (ask) return askAdvice(deps, { caller, team, ask: deps.asks.view(ask), ways })
  const [before] = status === 'queued' ? deps.asks.holding(row.session) : []
  if (before)
    return `It waits for the previous turn. ${askAdvice(deps, { caller, team, ask: deps.asks.view(before.id), ways })}`
  const next: Partial<Record<TellStatus, string>> = {
    queued: `It is queued and will run. Read the answer later with ${ways.read(team)}.`,
    delivered: `The team is working. Read the answer later with ${ways.read(team)}.`,
  }
  return next[status] ?? null
}

/** Which ask it is, what it is about, who may answer it, and how. */
function askAdvice(
  { asks }: OrchestratorDeps,
  { caller, team, ask, ways }: { caller: Caller; team: string; ask: Ask; ways: Ways },
): string {
  const isYours = caller.kind === 'human' || asks.listFor(caller).some((one) => one.ask === ask.ask)
  const waits = `${team} is on hold until ${ask.ask} is answered: it ${wantsWords(ask)}.`
  if (isYours)
    return `${waits} Read it whole, then answer it with ${ways.answer(ask.ask)}, and read the team's answer with ${ways.read(team)}.`
  return `${waits} You may not answer it; ${othersWords(ask)} may. Read the team's answer later with ${ways.read(team)}.`
}

function wantsWords({ kind, tool, input, text }: Ask): string {
  if (kind === 'permission') {
    const what = input['command'] ?? input['file_path'] ?? input['url'] ?? input
    return `wants to use ${tool}: ${short(typeof what === 'string' ? what : JSON.stringify(what))}`
  }
  return kind === 'plan' ? `wants its plan approved: ${short(text)}` : `asks: ${short(text)}`
}

function othersWords({ whoMayAnswer: { lead, answerers } }: Ask): string {
  const teams = [...new Set([...(lead === null ? [] : [lead]), ...answerers])]
  return ['a person', ...teams].join(' or ')
}

function short(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > longest ? `${flat.slice(0, longest)}…` : flat
}
