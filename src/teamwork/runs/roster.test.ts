import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFakeRuns } from './fake-runs.suite.ts'

const role = (head: string, body = 'You help.') => `---\n${head}\n---\n\n${body}\n`

test('[RUN11] a roster names roles that exist and are right; mistakes in others hinder nobody', async () => {
  const fake = await openFakeRuns()
  try {
    mkdirSync(join(fake.folder, '.iris', 'roles'), { recursive: true })
    const path = join(fake.folder, '.iris', 'roles', 'qa.md')
    writeFileSync(path, role('name: Q'))
    const start = (...roster: string[]) => fake.runs.start({ team: 'alpha', goal: 'x', roster })
    await expect(start('pm', 'nobody')).rejects.toMatchObject({ code: 'ROLE_UNKNOWN' })
    await expect(start('qa')).rejects.toMatchObject({ code: 'ROLE_INVALID' })
    const { run } = await start('pm')
    expect(fake.get(run).roster).toEqual(['pm'])
    expect((await fake.runs.roles('alpha')).mistakes).toMatchObject([expect.stringContaining('description')])
    writeFileSync(path, role('name: Quinn\ndescription: x'))
    expect(fake.get((await start('qa', 'pm', 'qa')).run).roster).toEqual(['qa', 'pm'])
    expect((await fake.runs.roles('alpha')).roles[0]).toMatchObject({
      role: 'qa',
      name: 'Quinn',
      from: 'project',
    })
    const kept = fake.world.sessions.byId(fake.get(run).leader.session)
    expect(fake.runs.dutyOf(kept)?.subagents).toMatchObject({ pm: { prompt: expect.any(String) } })
    expect(fake.events('run.started')).toHaveLength(2)
  } finally {
    await fake.end()
  }
})

test('[RUN10] without a roster a run has the roles for runs; who works on tasks or has a seat is there when named', async () => {
  const fake = await openFakeRuns()
  try {
    const start = async (...roster: string[]) => fake.get(await fake.start({ roster })).roster
    expect(await start()).toEqual(['architect', 'be', 'designer', 'fe', 'pm', 'qa'])
    expect(await start('worker', 'em', 'manager')).toEqual(['worker', 'em', 'manager'])
  } finally {
    await fake.end()
  }
})
