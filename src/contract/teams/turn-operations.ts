import { z } from 'zod'
import { everyone, operation, people, readers, tellers } from '../operation.ts'
import { TurnId } from '../ids.ts'
import { OfSession, OfTeam, TeamName, Turn, TurnEnding } from './schemas.ts'

/** Which of the turns that met a limit: those of all teams, of one, or one of them. */
const Limited = z.object({ team: TeamName.optional(), turn: TurnId.optional() })
const OneTurn = z.object({
  turn: TurnId.optional().describe('This turn, running or queued, instead of the one that runs'),
})

/** What can be done with turns. A team means the session of the caller with it. */
export const turnOperations = {
  cancelTurn: operation({
    summary: 'Interrupts the running turn, or the one named; one that waits is dropped',
    input: OfSession.extend(OneTurn.shape),
    output: z.object({
      turn: TurnId.nullable(),
      how: TurnEnding.nullable().describe(
        'How it ended: `stopped`, or `cancelled` before it reached the agent',
      ),
      advice: z.string().nullable().describe('What to do when nothing ran but something waits'),
    }),
    for: tellers,
    tool: {
      name: 'session_cancel',
      title: 'Stop a turn',
      effect: 'ends',
      description:
        'Interrupts the turn a team is in with you; it ends as stopped and what was said is kept. Queued turns stay: name one as turn to drop it before it reaches the agent.',
      input: OfTeam.extend(OneTurn.shape),
      output: {
        shape: z.object({
          status: z.enum(['stopped', 'cancelled', 'nothing_running']),
          turn: TurnId.nullable(),
          advice: z.string().nullable(),
        }),
        from: ({ turn, how, advice }) => ({
          status: turn === null ? 'nothing_running' : how === 'cancelled' ? 'cancelled' : 'stopped',
          turn,
          advice,
        }),
      },
    },
  }),
  dropTurn: operation({
    summary: 'Drops a turn that waits; one that has begun is left alone',
    input: OfSession.extend({ turn: TurnId }),
    output: z.object({
      turn: TurnId,
      how: TurnEnding.nullable().describe('How it ended: `cancelled`, or `stopped` after a crash'),
    }),
    for: tellers,
  }),
  retryTurns: operation({
    summary: 'Lets turns run now that met a limit and wait to be taken up again, whatever the limit says',
    input: Limited,
    output: z.object({ turns: z.array(TurnId).describe('What runs now') }),
    for: people,
  }),
  leaveTurns: operation({
    summary: 'Drops turns that met a limit, so that they are not taken up again',
    input: Limited,
    output: z.object({ turns: z.array(TurnId).describe('What was dropped') }),
    for: people,
  }),
  readTurns: operation({
    summary: "The turns of the caller's session with a team, oldest first, in pages",
    input: OfSession.extend({
      after: TurnId.optional().describe('Turns after this one'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ turns: z.array(Turn), next: TurnId.nullable().describe('Pass as `after` to go on') }),
    for: everyone,
  }),
  getTurn: operation({
    summary: 'One turn with its whole message and its answer, the end of it when that is very long',
    input: z.object({
      turn: TurnId,
      from: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe('The answer from this character on, in pages; `cut.to` of one page is `from` of the next'),
    }),
    output: Turn,
    for: readers,
  }),
}
