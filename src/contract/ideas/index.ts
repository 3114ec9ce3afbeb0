import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import {
  operation,
  people,
  peopleAndDeciding,
  peopleAndDelegates,
  readersAndDelegates,
} from '../operation.ts'
import { StageId } from '../stages/index.ts'
import { plainIdeas } from './plain.ts'
import {
  ArtifactType,
  Idea,
  IdeaId,
  IdeaMessage,
  IdeaName,
  IdeaPhase,
  Profile,
  WholeIdea,
} from './schemas.ts'
import {
  ideaInTool,
  IdeaInTool,
  profileInTool,
  ProfileInTool,
  saidInTool,
  SaidInTool,
  wholeIdeaInTool,
} from './told.ts'

export {
  ArtifactType,
  IdeaId,
  IdeaPhase,
  type Artifact,
  type Idea,
  type IdeaDecision,
  type IdeaFit,
  type IdeaMessage,
  type IdeaRisk,
  Profile,
  type WholeIdea,
} from './schemas.ts'

const About = { idea: IdeaId }
const words = z.string().trim().min(1).max(20_000)
const OfIdea = z.object({ idea: IdeaName })
const wait = z.boolean().default(false).describe('Whether to wait for the answer')

const create = {
  input: z.object({ text: words, title: z.string().trim().min(1).max(120).optional(), wait }),
  output: WholeIdea,
  for: peopleAndDelegates,
}
const list = {
  input: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
  output: z.object({ ideas: z.array(Idea) }),
  for: readersAndDelegates,
}
const get = { input: OfIdea, output: WholeIdea, for: readersAndDelegates }
const messages = {
  input: OfIdea.extend({
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  output: z.object({ messages: z.array(IdeaMessage) }),
  for: readersAndDelegates,
}
const say = {
  input: OfIdea.extend({ text: words, wait }),
  output: z.object({
    said: IdeaMessage,
    reply: IdeaMessage.nullable().describe('Null while it is not there, and when there is none'),
    idea: Idea,
  }),
  for: peopleAndDelegates,
}

/** A model that calls has nothing else to do meanwhile. */
const waiting = z.boolean().default(true).describe('Whether to wait for the answer')
const shownWhole = {
  shape: z.object({ status: z.literal('ok'), idea: IdeaInTool }),
  from: (idea: WholeIdea) => ({ status: 'ok' as const, idea: wholeIdeaInTool(idea) }),
}

const shownProfile = {
  shape: ProfileInTool,
  from: ({ profile }: { profile: Profile | null }) => profileInTool(profile),
}

/** What people want, before it is clear. */
export const ideasNoun = defineNoun(plainIdeas, {
  ids: [IdeaId],
  events: {
    'idea.created': defineEvent(1, z.object({ ...About, title: z.string() })),
    'idea.said': defineEvent(1, z.object({ ...About, n: z.int() })),
    'idea.replied': defineEvent(
      1,
      z.object({
        ...About,
        n: z.int(),
        stage: StageId,
        from: z.enum(['structure', 'words']),
        artifacts: z.array(ArtifactType),
        confidence: z.number(),
      }),
    ),
    'idea.unanswered': defineEvent(1, z.object({ ...About, stage: StageId, why: z.string() })),
    'idea.named': defineEvent(1, z.object({ ...About, slug: z.string() })),
    'idea.saved': defineEvent(1, z.object({ ...About, slug: z.string(), types: z.array(ArtifactType) })),
    'idea.moved': defineEvent(1, z.object({ ...About, was: IdeaPhase, phase: IdeaPhase, by: z.string() })),
    'idea.completed': defineEvent(1, z.object({ ...About, slug: z.string(), title: z.string() })),
    'profile.changed': defineEvent(1, z.object({ by: z.string() })),
  },
  operations: {
    createIdea: operation({
      ...create,
      summary: 'Begins an idea with what is said of it',
      tool: {
        name: 'idea_begin',
        title: 'Begin an idea',
        effect: 'starts',
        description:
          'Begins an idea with what the person says of it. A model answers with questions until there is a brief; `idea_talk` has what it said.',
        input: create.input.extend({ wait: waiting }),
        output: shownWhole,
      },
    }),
    listIdeas: operation({
      ...list,
      summary: 'Every idea, the newest first',
      tool: {
        name: 'idea_list',
        title: 'List ideas',
        effect: 'reads',
        output: {
          shape: z.object({ status: z.literal('ok'), ideas: z.array(IdeaInTool) }),
          from: ({ ideas }) => ({ status: 'ok', ideas: ideas.map((idea) => ideaInTool(idea)) }),
        },
      },
    }),
    getIdea: operation({
      ...get,
      summary: 'An idea with all that was written down of it',
      tool: { name: 'idea_show', title: 'Show an idea', effect: 'reads', output: shownWhole },
    }),
    readIdeaMessages: operation({
      ...messages,
      summary: 'What was said about an idea, oldest first',
      tool: {
        name: 'idea_talk',
        title: 'Read the talk about an idea',
        effect: 'reads',
        output: {
          shape: z.object({ status: z.literal('ok'), messages: z.array(SaidInTool) }),
          from: ({ messages: said }) => ({ status: 'ok', messages: said.map(saidInTool) }),
        },
      },
    }),
    sayToIdea: operation({
      ...say,
      summary: 'Says something about an idea; the answer takes a while',
      tool: {
        name: 'idea_say',
        title: 'Say something about an idea',
        effect: 'tells',
        input: say.input.extend({ wait: waiting }),
        output: {
          shape: z.object({ status: z.literal('ok'), reply: SaidInTool.nullable(), idea: IdeaInTool }),
          from: ({ reply, idea }) => ({
            status: 'ok',
            reply: reply && saidInTool(reply),
            idea: ideaInTool(idea),
          }),
        },
      },
    }),
    retryIdea: operation({
      summary: 'Asks again for an answer that did not come',
      input: OfIdea.extend({ wait }),
      output: WholeIdea,
      for: people,
    }),
    setIdeaPhase: operation({
      summary: 'Takes an idea back to an earlier phase',
      input: OfIdea.extend({ phase: IdeaPhase }),
      output: WholeIdea,
      for: people,
    }),
    startIdeationSession: operation({ ...create, summary: 'The same as `POST /api/ideas`' }),
    listIdeationSessions: operation({ ...list, summary: 'The same as `GET /api/ideas`' }),
    getIdeationSession: operation({ ...get, summary: 'The same as `GET /api/ideas/:idea`' }),
    readIdeationMessages: operation({ ...messages, summary: 'The same as `GET /api/ideas/:idea/messages`' }),
    sayInIdeationSession: operation({ ...say, summary: 'The same as `POST /api/ideas/:idea/messages`' }),
    readProfile: operation({
      summary: 'Who you are, as far as it decides whether an idea fits you',
      input: z.object({}),
      output: z.object({ profile: Profile.nullable().describe('Null until you gave one') }),
      for: readersAndDelegates,
      tool: { name: 'profile_show', title: 'Show the profile', effect: 'reads', output: shownProfile },
    }),
    changeProfile: operation({
      summary: 'Says who you are; what is left out stays',
      input: Profile.partial(),
      output: z.object({ profile: Profile }),
      for: peopleAndDeciding,
      tool: {
        name: 'profile_edit',
        title: 'Edit the profile',
        effect: 'starts',
        description:
          'Changes what is known of the person, by their word. A list takes the place of the one before; what is left out stays.',
        output: shownProfile,
      },
    }),
  },
})
