import type { ideasNoun, OperationsOf } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import { onAskAnswered } from './answering.ts'
import type { IdeaDeps } from './context.ts'
import { createIdeas } from './ideas.ts'
import { onStageEnded } from './replying.ts'
import { ideaMigrations } from './rows.ts'

/** Ideas, from the first sentence to the brief. */
export const ideasFeature = feature({
  name: 'ideas',
  migrations: ideaMigrations,
  create: (from: IdeaDeps) => createIdeas(from),
  operations: (ideas): OperationsOf<typeof ideasNoun> => {
    const own: Pick<
      OperationsOf<typeof ideasNoun>,
      'createIdea' | 'listIdeas' | 'getIdea' | 'readIdeaMessages' | 'sayToIdea'
    > = {
      createIdea: (wanted) => ideas.create(wanted),
      listIdeas: (filter) => ideas.list(filter),
      getIdea: ({ idea }) => ideas.get(idea),
      readIdeaMessages: (query) => ideas.messages(query),
      sayToIdea: (said) => ideas.say(said),
    }
    return {
      ...own,
      retryIdea: (wanted) => ideas.retry(wanted),
      setIdeaPhase: (wanted, { name }) => ideas.back(wanted, name),
      // The names that the seed gives them.
      startIdeationSession: own.createIdea,
      listIdeationSessions: own.listIdeas,
      getIdeationSession: own.getIdea,
      readIdeationMessages: own.readIdeaMessages,
      sayInIdeationSession: own.sayToIdea,
      readProfile: () => ideas.profile(),
      changeProfile: (said, { name, delegate }) => ideas.changeProfile(said, delegate?.name ?? name),
    }
  },
  reacts: {
    'stage.ended': ({ context }, event, append) => onStageEnded(context, event, append),
    'ask.answered': ({ context }, event, append) => onAskAnswered(context, event, append),
  },
  close: (ideas) => ideas.close(),
})
