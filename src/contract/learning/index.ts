import { z } from 'zod'
import { BuildId, BuildName } from '../builds/schemas.ts'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readers } from '../operation.ts'
import { StageId } from '../stages/index.ts'
import { TeamName } from '../teams/schemas.ts'
import { plainLearning } from './plain.ts'
import { LearnedWeek, Opinion, Origin, ProposedTemplate, TemplateId } from './schemas.ts'

export { TemplateId, type LearnedWeek, type Opinion, type Origin, type ProposedTemplate } from './schemas.ts'

const About = { build: BuildId, key: z.string(), team: z.string(), stage: StageId }
const AboutTemplate = { template: TemplateId, name: z.string(), team: z.string() }

/** What is learned from reviews: what a model says of them, templates, where builds came from, and weeks. */
export const learningNoun = defineNoun(plainLearning, {
  ids: [TemplateId],
  events: {
    'opinion.asked': defineEvent(1, z.object({ ...About, by: z.string() })),
    'opinion.given': defineEvent(
      1,
      z.object({ ...About, lessons: z.int(), templates: z.int(), dropped: z.int() }),
    ),
    'opinion.missed': defineEvent(1, z.object({ ...About, why: z.string() })),
    'template.proposed': defineEvent(1, z.object({ ...AboutTemplate, ask: AskId })),
    'template.written': defineEvent(1, z.object({ ...AboutTemplate, by: z.string() })),
    'template.undone': defineEvent(1, z.object({ ...AboutTemplate, by: z.string() })),
    'week.summed': defineEvent(
      1,
      z.object({
        until: z.int(),
        patterns: z.int(),
        gotchas: z.int(),
        confirmed: z.int(),
        promoted: z.int(),
        text: z.string(),
      }),
    ),
  },
  operations: {
    askReview: operation({
      summary:
        'Asks a model once what is to be learned from a review; that which was asked is not asked again',
      input: z.object({
        build: BuildName,
        again: z.boolean().default(false).describe('Also when it has said something already'),
        wait: z.boolean().default(false).describe('Answers once it has said something'),
      }),
      output: Opinion,
      for: people,
    }),
    getOpinion: operation({
      summary: 'What a model says of a review',
      input: z.object({ build: BuildName }),
      output: z.object({ opinion: Opinion.nullable().describe('Null when none was asked') }),
      for: readers,
    }),
    undoTemplate: operation({
      summary: 'Takes a template out again that was written on a yes',
      input: z.object({ template: TemplateId }),
      output: ProposedTemplate,
      for: people,
    }),
    listOrigins: operation({
      summary: 'Specs and ideas looked at after the fact, the newest first',
      input: z.object({
        team: TeamName.optional().describe('Only what was made for it'),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
      output: z.object({ origins: z.array(Origin) }),
      for: readers,
    }),
    getOrigin: operation({
      summary:
        'A spec or an idea, looked at after the fact: what was open, changed later, or made tasks fail',
      input: z.object({ name: z.string().min(1).max(200).describe('A spec, an idea, or a build of one') }),
      output: z.object({ origin: Origin.nullable().describe('Null for a build that came from no spec') }),
      for: readers,
    }),
    listWeeks: operation({
      summary: 'What was learned, week by week, the newest first',
      input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
      output: z.object({ weeks: z.array(LearnedWeek) }),
      for: readers,
    }),
  },
})
