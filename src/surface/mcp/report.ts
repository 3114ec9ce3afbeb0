import { z } from 'zod'
import { AgentId, IrisError, SessionId, TeamName, Turn, TurnId } from '../../contract/index.ts'
import { PageLimit } from './paging.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

const ReportedTurn = Turn.extend({ isCut: z.boolean().describe('A text was longer than `maxChars`') })

const report = defineTool({
  name: 'team_report',
  title: 'Report on a team',
  description:
    'The turns of your session with a team, oldest first, in pages: what was told, how far it got, what came back. With `turn`, that one turn.',
  input: z
    .object({
      team: TeamName.optional(),
      turn: TurnId.optional().describe('One turn instead of a page'),
      after: TurnId.optional().describe('`next` of the page before'),
      limit: PageLimit,
      maxChars: z.int().min(1).max(1_000_000).default(4000).describe('Longer texts are cut here'),
    })
    .refine(({ team, turn }) => (team === undefined) !== (turn === undefined), {
      path: ['team'],
      message: 'name a team or a turn',
    }),
  output: z.object({ status: z.literal('ok'), turns: z.array(ReportedTurn), next: TurnId.nullable() }),
  annotations: hints.reads,
  roles: forRoles.all,
  run(context, { team, turn, after, limit, maxChars }) {
    const { turns, next } = turn
      ? { turns: [ownTurn(context, turn)], next: null }
      : context.orchestrator.report(context.caller, { team: team ?? '', limit, ...(after ? { after } : {}) })
    return { status: 'ok', turns: turns.map((found) => cut(found, maxChars)), next }
  },
})

/** An agent sees the turns its team told or was told; people see all. */
function ownTurn({ orchestrator, caller }: ToolContext, id: TurnId): Turn {
  const turn = orchestrator.findTurn(id)
  const isOwn = caller.kind === 'human' || [turn.from, turn.to].includes(caller.name)
  if (!isOwn) throw new IrisError('NOT_FOUND', `There is no turn ${id} of yours.`)
  return turn
}

function cut(turn: Turn, most: number): z.input<typeof ReportedTurn> {
  const isCut = turn.message.length > most || (turn.answer ?? '').length > most
  return { ...turn, message: turn.message.slice(0, most), answer: turn.answer?.slice(0, most) ?? null, isCut }
}

const cacheRead = defineTool({
  name: 'team_cache_read',
  title: 'Read what an agent printed',
  description:
    'The recorded lines of the agent as they were printed (stream-json), in pages: of your session with `team`, of any `session`, or of one `turn`.',
  input: z
    .object({
      team: TeamName.optional(),
      session: SessionId.optional(),
      turn: TurnId.optional(),
      after: z.int().min(0).default(0).describe('`next` of the page before'),
      limit: PageLimit,
    })
    .refine(({ team, session, turn }) => [team, session, turn].filter(Boolean).length === 1, {
      path: ['team'],
      message: 'name a team, a session or a turn',
    }),
  output: z.object({
    status: z.literal('ok'),
    lines: z.array(
      z.object({
        seq: z.int(),
        at: z.int(),
        turn: TurnId.nullable(),
        agent: AgentId.nullable(),
        line: z.string(),
      }),
    ),
    next: z.int().nullable(),
  }),
  annotations: hints.reads,
  roles: forRoles.lookers,
  run(context, { team, session, turn, after, limit }) {
    const of = session ?? (turn ? context.orchestrator.findTurn(turn).session : sessionWith(context, team))
    if (!of) return { status: 'ok', lines: [], next: null }
    return { status: 'ok', ...context.readLines({ session: of, turn, after, limit }) }
  },
})

function sessionWith({ orchestrator, caller }: ToolContext, team = ''): SessionId | undefined {
  return orchestrator.isAwake(caller, team).session?.session
}

/** Tools that tell what happened. */
export const reportTools = [report, cacheRead]
