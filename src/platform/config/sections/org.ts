import { z } from 'zod'
import { duration, waitBounds } from '../duration.ts'
import { words } from './text.ts'

const managers = z.int().min(1).max(50)
const workers = z.int().min(0).max(20)
/** The CLI compacts a conversation by itself at about 83%. */
const percent = z.int().min(10).max(82)

const dollars = z.number().min(0).max(1_000_000)

const plans = z.enum(['review', 'approve'])

/** What an organisation may spend; at a limit it rests until there is room again. */
const orgBudget = z.strictObject({
  agent: dollars.optional().meta({ description: 'US dollars a day for each seat.', examples: [5] }),
  day: dollars.optional().meta({ description: 'US dollars a day for each project.', examples: [20] }),
  total: dollars.optional().meta({ description: 'US dollars in all for each project.', examples: [500] }),
})

/** `org:` how the organisations of projects work. */
export const orgSection = z.strictObject({
  managers: managers.default(2).meta({
    description: 'How many managers work at once in a project; further tasks wait for one to finish.',
  }),
  workers: workers.default(2).meta({
    description:
      'How many workers each manager has at once; further parts of its task wait. With 0 it has none.',
  }),
  handOverAt: percent.default(80).meta({
    description:
      'How full a conversation may be, in percent, before whoever has it hands over to a successor.',
  }),
  plans: plans.default('review').meta({
    description:
      'What becomes of a manager’s plan: with review it is announced and work goes on, with approve you are asked first.',
  }),
  budget: orgBudget.default({}).meta({
    description:
      'What may be spent; at a limit the organisation rests, and goes on when there is room again.',
    examples: [{ agent: 5, day: 20 }],
  }),
  ladder: z
    .array(duration(waitBounds))
    .min(1)
    .max(10)
    .prefault(['30s', '60s', '120s'])
    .meta({
      description:
        'How long after it last did something Iris looks for what an engineering manager that rests has not read, again and again; a look costs no tokens.',
      examples: [['30s', '60s', '120s']],
    }),
  idleCheck: words.default('off').meta({
    description:
      'The model that is asked whether an engineering manager that rests has forgotten something, or off. Each new thing that is said costs one question.',
    examples: ['haiku'],
  }),
  projects: z
    .record(
      z.string(),
      z.strictObject({
        managers: managers
          .optional()
          .meta({ description: 'How many managers work at once in this project.', examples: [3] }),
        workers: workers.optional().meta({
          description: 'How many workers each manager has at once in this project.',
          examples: [4],
        }),
        handOverAt: percent.optional().meta({
          description: 'How full a conversation may be in this project, in percent.',
          examples: [70],
        }),
        idleCheck: words
          .optional()
          .meta({ description: 'The model that is asked in this project, or off.', examples: ['haiku'] }),
        plans: plans.optional().meta({
          description: 'What becomes of plans in this project.',
          examples: ['approve'],
        }),
        budget: orgBudget
          .optional()
          .meta({ description: 'What may be spent in this project.', examples: [{ day: 50 }] }),
      }),
    )
    .default({})
    .meta({
      description: 'What differs in one project, by its slug.',
      examples: [{ shop: { managers: 3 } }],
    }),
})
