import { afterEach, beforeEach, expect, test } from 'vitest'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
beforeEach(async () => (world = await openIrisWorld()))
afterEach(() => world.end())

const proposal = 'The page renders. Want me to look at the footer?'
const monitor = (teamMonitor: string): void => {
  world.agentConfig['systemPrompts'] = { userChat: null, teamMonitor }
}
const settled = async () => {
  await until(() => world.events('question.settled').length === 1)
  return world.events('question.settled')[0]?.data
}

test('[IRI15] a team monitor of your own is filled in with the names of the founding document', async () => {
  monitor(
    '{{fromTeam}} → {{toTeam}} ({{from}}, {{to}}): {{teamPath}}, {{teamDescription}}, {{responseTimeout}}ms [{{questionPatterns}}] {{#if enabledFeatures}}{{enabledFeatures}}{{/if}}',
  )
  await world.answer(proposal)
  await settled()
  expect(world.launches[0]?.system).toBe(
    `user → alpha (user, alpha): /code/alpha, The team alpha, 30000ms [] ${JSON.stringify(world.agentConfig['features'])}`,
  )
})

test('[IRI15] one that names what nobody knows is not used', async () => {
  monitor('Watch {{toTeam}} of {{nobody}}')
  await world.answer(proposal)
  await settled()
  expect(world.launches[0]?.system).toContain('You are Iris. You watch what the team alpha answers to user.')
})

test.each([
  ['create_pending_question', { how: 'filed', verdict: 'needs_answer', by: 'model' }],
  ['auto_respond', { how: 'filed', verdict: 'needs_answer', by: 'model' }],
  ['ignore', { how: 'dropped', verdict: 'none', by: 'model' }],
])('[IRI42] the reply that the founding document asks for is understood: %s', async (action, outcome) => {
  world.script = () => JSON.stringify({ action, confidence: 0.9, reasoning: 'it stops' })
  await world.answer(proposal)
  expect(await settled()).toMatchObject(outcome)
})

test('[IRI42] a question that the model files by its own tool while it judges is filed once', async () => {
  world.script = ({ iris, agentSession }) => {
    iris.tools.createPendingQuestion(agentSession, { question: 'Look at the footer?', context: '' })
    return '{"verdict":"needs_answer","reason":"it stops"}'
  }
  await world.answer(proposal)
  expect(await settled()).toMatchObject({ how: 'filed', ask: world.open()[0]?.ask })
  expect(world.open()).toHaveLength(1)
})
