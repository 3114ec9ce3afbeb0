import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newsOf, type News } from '../../contract/index.ts'
import { init, openFakeRuns, result, type FakeRuns } from './fake-runs.suite.ts'
import { runNotifies } from './index.ts'

let fake: FakeRuns
beforeEach(async () => {
  fake = await openFakeRuns()
})
afterEach(() => fake.end())

const news = (): News[] =>
  fake.events('run.ended').flatMap((event) => newsOf([runNotifies(fake.runs)], event) ?? [])

/** The leader says that all is done, and ends its turn. */
async function complete(evidence: { files: string[]; commands: string[] }): Promise<void> {
  const id = await fake.start({ evidence })
  fake.leader().print(init)
  const { session } = fake.get(id).leader
  writeFileSync(join(fake.folder, 'made'), id)
  await fake.runs.complete(session, 'It works now.')
  fake.leader().print(result('Done.'))
  await expect.poll(async () => (await fake.settle(), fake.get(id).endedAt)).not.toBeNull()
}

test('[NTF23] a completed run is told with what its leader says, and whether there is proof', async () => {
  await complete({ files: ['made'], commands: ['true'] })
  await complete({ files: ['missing'], commands: [] })
  expect(news()).toMatchObject([
    { kind: 'run', team: 'alpha', title: 'The run of alpha is complete, with proof', text: 'It works now.' },
    {
      title: 'The run of alpha is said to be complete, without proof',
      text: expect.stringContaining('iris runs resume run_'),
      link: expect.stringMatching(/^\/runs\/run_/),
    },
  ])
})

test('[NTF23] a run that a limit or its failures ended is told with why; one that you stopped is not', async () => {
  await fake.start({ limits: { timeMs: 10_000 } })
  fake.leader().print(init)
  await fake.pass(11_000)
  const stopped = await fake.start()
  await fake.runs.stop(stopped, 'user')
  expect(news()).toMatchObject([
    { title: 'The run of alpha ran out of time', text: expect.stringContaining('time limit') },
  ])
})

test('[NTF21] [NTF23] a run that goes on by now is no news', async () => {
  const id = await fake.start({ limits: { timeMs: 10_000 } })
  fake.leader().print(init)
  await fake.pass(11_000)
  expect(news()).toHaveLength(1)
  fake.runs.resume(id, 'user', { limits: { timeMs: 1_000_000 } })
  expect(news()).toEqual([])
})

test('[NTF21] a run that a person accepts or stops when it asks how to go on is no news', async () => {
  for (const label of ['Accept it as it is', 'Stop it']) {
    const id = await fake.start()
    for (const words of ['Hm.', 'I have no idea.']) {
      fake.leader().answerTurn(words)
      await fake.pass(6000)
    }
    const [ask] = fake.get(id).asks
    const who = { kind: 'human', name: 'telegram' } as const
    await fake.world.asks.answer(ask!, { who, input: { choose: label, text: 'Thanks.' } })
    await fake.pass(3000)
    expect(fake.get(id).endedAt).not.toBeNull()
  }
  expect(fake.events('run.ended')).toMatchObject([{ data: { by: 'telegram' } }, { data: { by: 'telegram' } }])
  expect(news()).toEqual([])
})
