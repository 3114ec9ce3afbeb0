import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin', 'iris.js')
let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'iris-install-'))
  file = join(home, '.claude.json')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const run = (...args: string[]) => iris(home, args, { CLAUDE_CONFIG_DIR: home })
const serversIn = (path: string) =>
  (
    JSON.parse(readFileSync(path, 'utf8')) as {
      mcpServers: Record<string, { command: string; args: string[] }>
    }
  ).mcpServers
const settings = '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": {}\n  }\n}\n'

test('[INS1] the change is shown as a diff; without a person or --yes nothing is written', async () => {
  writeFileSync(file, settings)
  const dry = await run('install', '--dry-run')
  expect(dry.code).toBe(0)
  expect(dry.stdout).toContain(`--- ${file}\n+++ ${file}\n@@ -1,6 +1,`)
  expect(dry.stdout).toMatch(/^ {5}"other": \{\}$|^-    "other": \{\}$/m)
  expect(dry.stdout).toMatch(/^\+ {4}"iris": \{$/m)
  const asked = await run('install')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  expect(readFileSync(file, 'utf8')).toBe(settings)
})

test('[INS2] [INS3] installing twice changes nothing the second time, and uninstalling gives back the file', async () => {
  writeFileSync(file, settings)
  expect((await run('install', '--yes')).code).toBe(0)
  const once = readFileSync(file, 'utf8')
  expect(serversIn(file)).toMatchObject({
    other: {},
    iris: { args: [expect.stringMatching(/bin.iris\.js$/), 'mcp'] },
  })
  const again = await run('install', '--yes', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ file, changed: false, diff: '' })
  expect(readFileSync(file, 'utf8')).toBe(once)
  expect((await run('uninstall', '--yes')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(settings)
  expect((await run('uninstall')).stdout).toContain('not registered')
})

test('[INS4] a broken file is refused and left alone', async () => {
  for (const broken of ['{"mcpServers": {', '[]', '"text"', '{"mcpServers": []}', '{"mcpServers": null, }']) {
    writeFileSync(file, broken)
    for (const command of ['install', 'uninstall']) {
      const refused = await run(command, '--yes', '--json')
      expect([broken, refused.code]).toEqual([broken, 8])
      expect(refused.stdout).toContain('CLAUDE_SETTINGS_INVALID')
      expect(readFileSync(file, 'utf8')).toBe(broken)
    }
  }
})

test('[INS5] permissions and links stay, and the old file is kept', async () => {
  const target = join(home, 'dotfile.json')
  writeFileSync(target, settings)
  chmodSync(target, 0o640)
  symlinkSync(target, file)
  const done = await run('install', '--yes', '--json')
  const { backup } = JSON.parse(done.stdout) as { backup: string }
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(statSync(target).mode & 0o777).toBe(0o640)
  expect(readFileSync(backup, 'utf8')).toBe(settings)
})

test('[INS6] where there is no file one is made that only its owner can read', async () => {
  expect((await run('install', '--yes')).code).toBe(0)
  expect(Object.keys(serversIn(file))).toEqual(['iris'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('[INS6] the project scope writes .mcp.json without paths of this machine', async () => {
  const done = spawnSync(process.execPath, [bin, 'install', '--scope', 'project', '--yes'], { cwd: home })
  expect(done.status).toBe(0)
  expect(serversIn(join(home, '.mcp.json'))).toEqual({
    iris: { type: 'stdio', command: 'iris', args: ['mcp'] },
  })
  expect(existsSync(file)).toBe(false)
  const wrong = await run('install', '--scope', 'world')
  expect(wrong.code).toBe(2)
})
