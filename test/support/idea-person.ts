import type { Client } from '../../src/client/index.ts'
import type { Idea, Spec } from '../../src/contract/index.ts'

/** What the person says about the idea, one after the other. */
export const sentences = [
  'A list of letters',
  'Only a and b',
  'All of it holds',
  'That is all of it',
] as const
const team = 'shop'

/**
 * A person who takes an idea to the merge and looks at what is so before each word: whatever died meanwhile, nothing is
 * said again that is written down. Does the next thing; resolves with whether all is done.
 */
export async function goOn(client: Client): Promise<boolean> {
  const [idea] = (await client.call('listIdeas', {})).ideas
  if (!idea) return began(client.call('createIdea', { text: sentences[0] }))
  if (idea.phase !== 'COMPLETE') return talk(client, idea)
  const [spec] = (await client.call('listSpecs', { idea: idea.idea })).specs
  if (!spec) return began(client.call('createSpec', { team, idea: idea.idea }))
  if (spec.state !== 'approved') return decide(client, spec)
  return spec.build === null ? false : finish(client, spec.build)
}

const began = (call: Promise<unknown>): Promise<false> => call.then(() => false)

async function talk(client: Client, { idea, state }: Idea): Promise<boolean> {
  if (state === 'ERROR') return began(client.call('retryIdea', { idea }))
  if (state === 'LOADING' || state === 'ACTIVE') return false
  const { messages } = await client.call('readIdeaMessages', { idea })
  const text = sentences[messages.filter(({ by }) => by === 'you').length]
  if (messages.at(-1)?.by !== 'iris' || text === undefined) return false
  return began(client.call('sayToIdea', { idea, text }))
}

/** Says yes to what is proposed; where the answer of the model was lost, has it asked again. */
async function decide(client: Client, { key, state, revision, ask }: Spec): Promise<boolean> {
  if (state === 'proposed') return began(client.call('approveSpec', { spec: key, revision }))
  if (state === 'stuck' && ask !== null) return began(client.call('answerAsk', { ask, choose: 'Try again' }))
  return false
}

async function finish(client: Client, key: string): Promise<boolean> {
  if ((await client.call('getBuild', { build: key })).endedAt === null) return false
  const { reviews } = await client.call('listReviews', {})
  if (reviews.length === 0) return false
  const { learned } = await client.call('getReview', { build: key })
  const waiting = learned.find(({ status }) => status === 'unconfirmed')
  if (waiting) return began(client.call('confirmLesson', { lesson: waiting.lesson }))
  const { merges } = await client.call('listMerges', { task: key })
  if (merges.some(({ state }) => state === 'made')) return true
  const { commit, target } = await client.call('planMerge', { task: key })
  return began(client.call('mergeTask', { task: key, commit, target }))
}
