import { expect, test } from 'vitest'
import { openTeams } from '../support/teams.ts'

const lines = `
  - when: { says: migrate }
    reply: "The table is done."
  - when: { says: "/(.+)/s" }
    reply: [{ text: Well. }, { gate: go }]
`

test('[IRI31] a stop does not wait for the model', async () => {
  const agent = { completionAnalysis: { responseTimeout: 100, useQuickCheck: false } }
  const world = await openTeams({ lines, agent })
  try {
    await world.ask('migrate')
    await world.rehearsal.waiting('go')
    const late = new Promise((resolve) => setTimeout(() => resolve('late'), 60_000).unref())
    expect(await Promise.race([world.restart(), late])).not.toBe('late')
    expect(world.events('question.settled')).toEqual([])
    world.rehearsal.open('go')
    await world.event('question.settled')
    expect(world.events('question.settled')).toHaveLength(1)
  } finally {
    world.rehearsal.open('go')
    await world.end()
  }
})
