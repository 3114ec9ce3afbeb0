import { z } from 'zod'
import { BuildName } from '../builds/schemas.ts'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readers } from '../operation.ts'
import { TeamName } from '../teams/schemas.ts'
import { plainUx } from './plain.ts'
import { UxId, UxState, UxTest } from './schemas.ts'

export { UxBarrier, UxId, UxJourney, type UxPart, UxState, UxTest } from './schemas.ts'

const About = { ux: UxId, of: z.string(), team: z.string() }
const OfUx = z.object({ ux: UxId })

/** Journeys of projects, gone through in a browser. */
export const uxNoun = defineNoun(plainUx, {
  ids: [UxId],
  events: {
    'ux.started': defineEvent(1, z.object({ ...About, persona: z.string().nullable() })),
    'ux.walked': defineEvent(1, z.object({ ...About, journeys: z.int(), barriers: z.int() })),
    'ux.asked': defineEvent(1, z.object({ ...About, ask: AskId, event: z.string() })),
    'ux.ended': defineEvent(
      1,
      z.object({
        ...About,
        state: UxState,
        words: z.string(),
        score: z.int().nullable(),
        journeys: z.int(),
        barriers: z.int(),
      }),
    ),
    'ux.pruned': defineEvent(1, z.object(About)),
  },
  operations: {
    listUxTests: operation({
      summary: 'UX tests, the newest first',
      input: z.object({
        team: TeamName.optional(),
        build: BuildName.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.object({ tests: z.array(UxTest) }),
      for: readers,
    }),
    startUxTest: operation({
      summary: 'Goes through the journeys of a project in a browser',
      input: z.object({
        build: BuildName.optional().describe('A build that has ended, on its branch'),
        team: TeamName.optional(),
        persona: z.string().trim().min(1).max(100).optional().describe('Those of the file unless said'),
      }),
      output: UxTest,
      for: people,
    }),
    getUxTest: operation({ summary: 'One UX test', input: OfUx, output: UxTest, for: readers }),
    readUxPicture: operation({
      summary: 'A picture of a UX test',
      input: OfUx.extend({ picture: z.string().regex(/^\d{1,4}\.png$/, 'a name such as 12.png') }),
      output: z.object({ type: z.literal('image/png'), base64: z.string() }),
      for: readers,
    }),
    cancelUxTest: operation({
      summary: 'Ends a UX test with all it started',
      input: OfUx,
      output: UxTest,
      for: people,
    }),
  },
})
