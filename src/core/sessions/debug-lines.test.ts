import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from './fake-agents.suite.ts'

async function lived(logLevel: 'debug' | 'info'): Promise<{ messages: string[]; text: string }> {
  const world: FakeWorld = await openFakeWorld([], logLevel)
  onTestFinished(() => world.end())
  const sessions = ['user', 'beta', 'gamma'].map((from) => world.sessions.open(from, 'alpha').id)
  const [first, second, third] = sessions
  await world.put(first!, 'hush-message')
  const [agent] = world.agents
  agent!.print({ type: 'system', subtype: 'init' })
  agent!.print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'hush-words' }] } })
  await world.put(second!, 'hush-message')
  // Two may live, and both are at work.
  await world.put(third!, 'hush-message')
  agent!.answerTurn('hush-answer')
  await world.settle()
  // It makes room for the third, and one of the others dies before it begins.
  world.agents[1]!.exit({ code: 1 })
  await world.settle()
  const file = join(world.folder, 'log')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').filter(Boolean)
  return { text, messages: lines.map((line) => (JSON.parse(line) as { msg: string }).msg) }
}

test('[DMN23] with logLevel debug the log tells the way of turns and agents, and what the pool decides, without their words', async () => {
  const { messages, text } = await lived('debug')
  const way = ['turn is next', 'agent starts', 'agent runs', 'message put', 'turn begun', 'turn ended']
  expect(messages.filter((message) => way.includes(message)).slice(0, 5)).toEqual(way.slice(0, 5))
  const others = [
    'turn ended',
    'no room for an agent',
    'an idle agent makes room',
    'agent is gone',
    'starts are held',
  ]
  expect(messages).toEqual(expect.arrayContaining(others))
  expect(text).not.toContain('hush')
})

test('[DMN23] at the usual level nothing of it is written', async () => {
  expect((await lived('info')).messages).toEqual([])
})
