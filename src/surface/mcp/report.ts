import { z } from 'zod'
import {
  AgentId,
  IrisError,
  PageLimit,
  SessionId,
  TeamName,
  Turn,
  TurnId,
  withFinalMarked,
} from '../../contract/index.ts'
import type { AnswerPart } from '../../teamwork/orchestrator/index.ts'
import { maxAnswer } from './paging.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

/** A model reads it, so the final message is marked where it stands instead of being told twice. */
const ReportedTurn = Turn.omit({ final: true }).extend({
  isCut: z.boolean().describe('A text was longer than `maxChars`'),
})

/** Characters of each text of a list. */
const maxListed = 4000

const report = defineTool({
  name: 'team_report',
  title: 'Report on a team',
  description:
    'The turns of your session with a team, oldest first, in pages: what was told, how far it got, all that was said, with the final message marked. Of a longer answer you get the end, and `cut` says which characters of it; with `turn` and `from` you read one answer in pages from there on.',
  input: z
    .object({
      team: TeamName.optional(),
      turn: TurnId.optional().describe('One turn instead of a page'),
      after: TurnId.optional().describe('`next` of the page before'),
      limit: PageLimit,
      from: z
        .int()
        .min(0)
        .optional()
        .describe(
          'With `turn`: its answer from this character on; `cut.to` of one page is `from` of the next',
        ),
      maxChars: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe('Longer texts are cut: 4000 in a list, 20000 of one turn'),
    })
    .refine(({ turn, from }) => from === undefined || turn !== undefined, {
      path: ['from'],
      message: 'goes with `turn`',
    })
    .refine(({ team, turn }) => (team === undefined) !== (turn === undefined), {
      path: ['team'],
      message: 'name a team or a turn',
    }),
  output: z.object({ status: z.literal('ok'), turns: z.array(ReportedTurn), next: TurnId.nullable() }),
  annotations: hints.reads,
  roles: forRoles.all,
  run(context, { team = '', turn, after, limit, from, maxChars }) {
    const most = maxChars ?? (turn ? maxAnswer : maxListed)
    const { turns, next } = turn
      ? { turns: [ownTurn(context, turn, { from, most })], next: null }
      : context.orchestrator.report(context.caller, { team, limit, most, ...(after ? { after } : {}) })
    return { status: 'ok', turns: turns.map((found) => shown(found, most)), next }
  },
})

/** An agent sees the turns its team told or was told; people see all. */
function ownTurn({ orchestrator, caller }: ToolContext, id: TurnId, part: AnswerPart): Turn {
  const turn = orchestrator.findTurn(id, part)
  const isOwn = caller.kind === 'human' || [turn.from, turn.to].includes(caller.name)
  if (!isOwn) throw new IrisError('NOT_FOUND', `There is no turn ${id} of yours.`)
  return turn
}

function shown(turn: Turn, most: number): z.input<typeof ReportedTurn> {
  const { message, answer, final, cut } = turn
  return {
    ...turn,
    message: message.slice(0, most),
    answer: answer === null ? null : withFinalMarked({ text: answer, final }),
    isCut: message.length > most || cut !== null,
  }
}

const cacheRead = defineTool({
  name: 'team_cache_read',
  title: 'Read what an agent printed',
  description:
    'The recorded lines of the agent as they were printed (stream-json), in pages: of your session with `team`, of any `session`, or of one `turn`. From the first on, or with `newest` from the last, then back.',
  input: z
    .object({
      team: TeamName.optional(),
      session: SessionId.optional(),
      turn: TurnId.optional(),
      after: z.int().min(0).default(0).describe('`next` of the page before'),
      newest: z.boolean().default(false).describe('Begin with the newest lines'),
      before: z.int().min(1).optional().describe('Read on backwards: `previous` of the page before'),
      limit: PageLimit,
    })
    .refine(({ after, newest, before }) => after === 0 || (!newest && before === undefined), {
      path: ['after'],
      message: 'reads forwards, `newest` and `before` backwards',
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
    previous: z.int().nullable(),
  }),
  annotations: hints.reads,
  roles: forRoles.lookers,
  run(context, { team, session, turn, after, newest, limit, ...place }) {
    const of = session ?? (turn ? context.orchestrator.findTurn(turn).session : sessionWith(context, team))
    if (!of) return { status: 'ok', lines: [], next: null, previous: null }
    const before = place.before ?? (newest ? Number.MAX_SAFE_INTEGER : undefined)
    return { status: 'ok', ...context.readLines({ session: of, turn, after, before, limit }) }
  },
})

function sessionWith({ orchestrator, caller }: ToolContext, team = ''): SessionId | undefined {
  return orchestrator.isAwake(caller, team).session?.session
}

/** Tools that tell what happened. */
export const reportTools = [report, cacheRead]
