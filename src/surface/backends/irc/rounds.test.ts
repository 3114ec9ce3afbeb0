import { expect, test } from 'vitest'
import { parseMessage } from '../../irc/index.ts'
import { Uncertain } from './proofs.ts'
import { createRounds } from './rounds.ts'

function openRounds() {
  const asked: string[] = []
  const rounds = createRounds((token) => void asked.push(token))
  const answer = (token: string): void => {
    const message = parseMessage(`:s PONG s :${token}`)
    if (message) rounds.take(message)
  }
  return { asked, rounds, answer }
}

test('[BRD5] who waits while a question is under way is answered by the next, which all of them share', async () => {
  const { asked, rounds, answer } = openRounds()
  const settled: string[] = []
  const pass = (name: string): Promise<unknown> => rounds.pass().then(() => settled.push(name))
  const [first, ...others] = [pass('first'), pass('second'), pass('third')]
  expect(asked).toEqual(['on1'])
  answer('on0')
  answer('on1')
  await first
  expect([settled, asked]).toEqual([['first'], ['on1', 'on2']])
  answer('on2')
  await Promise.all(others)
  expect([settled, asked]).toEqual([
    ['first', 'second', 'third'],
    ['on1', 'on2'],
  ])
})

test('[BRD6] when the connection ends nobody who waits knows anything', async () => {
  const { rounds } = openRounds()
  const waiting = [rounds.pass(), rounds.pass()]
  rounds.lose('gone')
  for (const one of waiting) await expect(one).rejects.toThrow(Uncertain)
})
