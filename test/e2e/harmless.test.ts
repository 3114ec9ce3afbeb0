import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon } from '../support/daemon.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'

// A title, a cleared screen, the same with a single character for ESC [, and words turned around.
const attack = '\\e]0;owned\\a\\e[2J\\x9b2J\\u202e'
// oxlint-disable-next-line no-control-regex
const driving = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
let world: Awaited<ReturnType<typeof openDaemon>>
let project = ''

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'iris-project-'))
  mkdirSync(join(project, '.iris', 'roles'), { recursive: true })
  writeFileSync(
    join(project, '.iris', 'roles', 'pm.md'),
    `---\nname: [ "${attack}" ]\n"${attack}": 1\n---\nYou plan.\n`,
  )
  world = await openDaemon(`settings:\n  httpPort: 0\nteams:\n  alpha:\n    path: ${project}\n`)
})
afterAll(async () => {
  await world.end()
  rmSync(project, { recursive: true, force: true })
})

test.each([
  ['an error', ['run', 'Plan it', '--team', 'alpha', '--roster', 'pm']],
  ['a table', ['runs', 'roles', 'alpha']],
])(
  '[CLI43] escape sequences of a role file in %s are shown, not obeyed, with and without --json',
  async (_, args) => {
    const { stdout, stderr } = await iris(world.home, args)
    expect(stdout + stderr).toContain(String.raw`\x1b`)
    expect(stdout + stderr).not.toMatch(driving)
    const json = (await iris(world.home, [...args, '--json'])).stdout
    expect(json).not.toMatch(driving)
    expect(JSON.stringify(JSON.parse(json))).toContain('\u202E')
  },
)

test('[CLI43] what a person typed is shown, not obeyed, when it is no command', async () => {
  const { stderr } = await iris(world.home, ['\u001B[2Jstatus'])
  expect(stderr).toContain(String.raw`\x1b[2J`)
  expect(stderr).not.toMatch(driving)
})

test.each([['--help'], ['events', '--follow'], ['doctor'], ['completion', 'bash'], ['config', 'schema']])(
  '[CLI44] iris %s ends without a word when nobody reads it any more',
  async (...args) => {
    const child = spawnIris(world.home, args)
    child.stdout?.destroy()
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, stderr]).toEqual([141, ''])
  },
)

test('[CLI44] in a pipeline the shell hears what it hears of its own programs', async () => {
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'iris.js')
  const script = `set -o pipefail; '${process.execPath}' '${bin}' events --follow | head -n 1`
  const env = { ...process.env, IRIS_HOME: world.home }
  const ran = ranOf(spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  // Something is printed after head has gone.
  const timer = setInterval(() => void world.client.call('createToken', { name: 'more' }), 200)
  try {
    const { code, stdout, stderr } = await ran
    expect([code, stdout.split('\n').length, stderr]).toEqual([141, 2, ''])
  } finally {
    clearInterval(timer)
  }
})
