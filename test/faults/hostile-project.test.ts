import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from '../../src/client/index.ts'
import { homeFiles } from '../../src/contract/index.ts'
import { makeHome } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'

const Address = z.object({ pid: z.number(), url: z.string() })
const memoryOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test('[PRJ1] [PRJ2] [PRJ3] [PRJ4] no file of a project freezes the daemon, fills its memory or keeps it from stopping', async () => {
  const home = makeHome()
  const project = join(home, 'hostile')
  const roles = join(project, '.iris', 'roles')
  mkdirSync(roles, { recursive: true })
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  hostile: { path: ${project} }\n  other: { path: ${home} }\n`,
  )
  execFileSync('mkfifo', [join(roles, 'pm.md')])
  symlinkSync('/dev/zero', join(roles, 'qa.md'))
  symlinkSync('be.md', join(roles, 'be.md'))
  symlinkSync(homeFiles(home).token, join(roles, 'fe.md'))
  closeSync(openSync(join(roles, 'architect.md'), 'w'))
  truncateSync(join(roles, 'architect.md'), 10 * 1024 ** 3)
  writeFileSync(join(roles, 'a\n\u001B[2Jb.md'), 'x')
  try {
    expect((await iris(home, ['start', '--background'])).code).toBe(0)
    const { pid, url } = Address.parse(JSON.parse(readFileSync(homeFiles(home).address, 'utf8')))
    const token = readFileSync(homeFiles(home).token, 'utf8').trim()
    const client = createClient({ url, token })
    const before = memoryOf(pid)
    const [{ mistakes }, { ok }] = await Promise.all([
      client.call('listRoles', { team: 'hostile' }),
      client.call('getHealth', {}),
    ])
    expect(ok).toBe(true)
    const said = mistakes.join('\n')
    for (const why of [
      'pm.md is not read: it is no regular file',
      'qa.md is not read: it leads out',
      '10737418240 bytes',
    ])
      expect(said).toContain(why)
    expect(said).toContain('fe.md is not read: it leads out of the project')
    expect(said).not.toContain(token)
    expect(said).not.toContain('\u001B')
    await expect(
      client.call('startRun', { team: 'hostile', goal: 'x', roster: ['pm'] }),
    ).rejects.toMatchObject({
      code: 'ROLE_INVALID',
    })
    expect((await client.call('listRoles', { team: 'other' })).mistakes).toEqual([])
    expect(memoryOf(pid) - before).toBeLessThan(64 * 1024)
    const stopped = await iris(home, ['stop'])
    expect([stopped.code, stopped.stderr]).toEqual([0, ''])
  } finally {
    await iris(home, ['stop', '--force'])
    rmSync(home, { recursive: true, force: true })
  }
})
