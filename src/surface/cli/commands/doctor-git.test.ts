import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkGit } from './doctor-git.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-old-git-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('[WTR22] a git that is too old is said, with what does not work', async () => {
  const saying = (version: string) => {
    writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "git version ${version}"\n`, { mode: 0o755 })
    return checkGit({ variables: { PATH: `${folder}:${process.env['PATH']}` } })
  }
  expect(await saying('2.37.4 (Apple Git-1)')).toMatchObject({
    state: 'warning',
    found: 'git version 2.37.4',
    advice: expect.stringMatching(/2\.38 or newer.*neither forecast conflicts nor merge/),
  })
  expect(await saying('2.38.0')).toMatchObject({ state: 'ok' })
  expect(await saying('10.0.1.windows.1')).toMatchObject({ state: 'ok', found: 'git version 10.0.1' })
})
