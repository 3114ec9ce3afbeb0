import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeHome } from '../support/daemon.ts'
import { openMemoryTeams } from '../support/memory-teams.ts'
import { openTeams } from '../support/teams.ts'
import { iris, ranOf, spawnIris, type Ran } from '../support/iris.ts'

let world: Awaited<ReturnType<typeof openMemoryTeams>>
beforeAll(async () => {
  world = await openMemoryTeams()
})
afterAll(() => world.end())

const run = (...args: string[]) => iris(world.home, args)
const json = (ran: Ran) => JSON.parse(ran.stdout) as Record<string, unknown>
const openAsk = async () => {
  const { asks } = await world.client.call('listAsks', {})
  return asks.at(-1)?.ask ?? ''
}

/** Starts a command and waits until it has printed something. */
async function startedSaying(args: string[], words: string, home = world.home) {
  const child = spawnIris(home, args)
  const ran = ranOf(child)
  let heard = ''
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: string) => {
        heard += chunk
        if (heard.includes(words)) resolve()
      })
  })
  return { child, ran }
}

describe('teams', () => {
  test('[CLI12] a team is added and removed, and no other line of config.yaml changes', async () => {
    const home = makeHome('iris-teams-', '# mine\nsettings:\n  httpPort: 0 # any\n')
    const before = readFileSync(join(home, 'config.yaml'), 'utf8')
    const folder = join(home, 'shop')
    mkdirSync(folder)
    const added = await iris(home, ['teams', 'add', 'shop', folder, '--description', 'The web shop'])
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('The web shop')])
    const text = readFileSync(join(home, 'config.yaml'), 'utf8')
    expect(text).toBe(`${before}teams:\n  shop:\n    path: ${folder}\n    description: The web shop\n`)
    expect((await iris(home, ['teams', 'add', 'shop', folder])).code).toBe(6)
    expect((await iris(home, ['teams', 'add', 'x', join(home, 'nowhere')])).code).toBe(8)
    expect((await iris(home, ['teams', 'add', 'No Name', folder])).stderr).toContain('cannot name a team')
    expect((await iris(home, ['teams', 'remove', 'shop'])).stderr).toContain('--yes')
    expect((await iris(home, ['teams', 'remove', 'shp', '--yes'])).stderr).toContain('shp')
    const removed = await iris(home, ['teams', 'remove', 'shop', '--yes', '--json'])
    expect(json(removed)).toMatchObject({ removed: true, inForce: null })
    expect(readFileSync(join(home, 'config.yaml'), 'utf8')).toBe(`${before}teams:\n`)
    rmSync(home, { recursive: true })
  })

  test('[CLI12] without a config.yaml one is made, for its owner only', async () => {
    const home = makeHome('iris-teams-')
    rmSync(join(home, 'config.yaml'))
    const { code } = await iris(home, ['teams', 'add', 'shop', home])
    expect(code).toBe(0)
    expect(statSync(join(home, 'config.yaml')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(home, 'config.yaml'), 'utf8')).toContain(`shop:\n    path: ${home}\n`)
    rmSync(home, { recursive: true })
  })

  test('[CLI12] a running daemon has the team when the command returns', async () => {
    const added = await run('teams', 'add', 'gamma', world.home, '--json')
    expect(json(added)).toMatchObject({ inForce: true })
    expect((await run('teams', 'list')).stdout).toMatch(/Team +State[\s\S]*alpha[\s\S]*gamma/)
    expect((await run('teams', 'remove', 'gamma', '--yes')).code).toBe(0)
    expect((await run('teams', 'list')).stdout).not.toContain('gamma')
  })

  test('[CLI13] empty lists say so in words and name the next step', async () => {
    const empty = await openMemoryTeams([])
    const say = async (...args: string[]) => (await iris(empty.home, args)).stdout
    expect(await say('teams', 'list')).toBe('No teams yet. Add one: iris teams add <name> <path>\n')
    expect(await say('wake', '--all')).toContain('No teams yet.')
    expect(await say('sessions')).toContain('No sessions yet.')
    expect(await say('permit', 'ls')).toBe('Nothing is waiting for you.\n')
    expect((await run('report', 'beta')).stdout).toBe(
      'No turns yet. Start one: iris tell beta "Which tests fail?"\n',
    )
    await empty.end()
  })
})

describe('tell', () => {
  test('[CLI14] the answer, and nothing else, is on stdout', async () => {
    const ran = await run('tell', 'alpha', 'good', 'morning')
    expect([ran.code, ran.stdout]).toEqual([0, 'good morning\n'])
    expect(ran.stderr).toMatch(/^alpha answered in .*\(rehearsed\)\n$/)
  })

  test('[CLI14] the message may come from stdin, whatever is in it', async () => {
    const message = `--async\n${'x'.repeat(300_000)}\nend`
    const child = spawnIris(world.home, ['tell', 'alpha', '-'])
    child.stdin?.end(message)
    expect(await ranOf(child)).toMatchObject({ code: 0, stdout: `${message}\n` })
  })

  test('[CLI11] [CLI14] what an agent says cannot drive the terminal', async () => {
    expect((await run('tell', 'alpha', 'a\u001B[2Jb')).stdout).toBe('a\\x1b[2Jb\n')
  })

  test('[CLI15] --json gives the outcome, --async the receipt', async () => {
    expect(json(await run('tell', 'alpha', 'hello', '--json'))).toMatchObject({
      status: 'answered',
      text: 'hello',
      rehearsed: true,
    })
    const receipt = await run('tell', 'alpha', '--async', 'hello', '--json')
    expect([receipt.code, json(receipt)['status']]).toEqual([0, 'accepted'])
    expect((await run('tell', 'alpha', '--async', 'hello')).stdout).toContain('iris report alpha')
  })

  test('[CLI15] the exit code tells how the turn ended', async () => {
    const died = await run('tell', 'alpha', 'die now')
    expect([died.code, died.stderr]).toEqual([
      1,
      '✗ The turn ended because the agent died. (rehearsed)\n  Send it again; the session resumes.\n',
    ])
    const cases: [string[], number, string][] = [
      [['tell', 'nobody', 'x'], 4, 'TEAM_UNKNOWN'],
      [['tell', 'alpha', ' '], 2, 'MESSAGE_EMPTY'],
      [['tell', 'alpha', 'x', '--timeout', 'soon'], 2, 'USAGE'],
      [['tell', 'alpha', 'x', '--async', '--timeout', '1s'], 2, 'USAGE'],
      [['wake'], 2, 'USAGE'],
      [['report', 'alpha', '--limit', '0'], 2, 'USAGE'],
      [['permit', 'allow', 'nonsense'], 2, 'USAGE'],
    ]
    for (const [command, code, expected] of cases) {
      const ran = await run(...command, '--json')
      const error = json(ran)['error'] as { code: string }
      expect([command, ran.code, error.code]).toEqual([command, code, expected])
    }
  })

  test('[CLI16] whoever waits no longer is told that the turn goes on', async () => {
    const late = await run('tell', 'alpha', 'hold on', '--timeout', '5s')
    expect([late.code, late.stdout]).toEqual([7, 'I begin.\n'])
    expect(late.stderr).toMatch(/continues[\s\S]*iris report alpha[\s\S]*iris cancel trn_/)
    expect((await run('sleep', 'alpha')).stderr).toContain('turn under way')
    expect((await run('cancel', 'alpha')).stdout).toMatch(/^Stopped the turn trn_/)
    expect((await run('cancel', 'alpha')).stdout).toBe('alpha has no turn running.\n')
    const { child, ran } = await startedSaying(['tell', 'alpha', 'hold on'], 'I begin.')
    child.kill('SIGINT')
    expect(await ran).toMatchObject({ code: 7, stderr: expect.stringContaining('iris cancel trn_') })
    expect((await run('sleep', 'alpha', '--force')).stdout).toContain('alpha is asleep.')
  })

  test('[CLI17] [CLI58] a permission is shown where the turn waits, and answered from another terminal', async () => {
    const allowed = await startedSaying(['tell', 'alpha', 'ask me'], 'iris inbox answer')
    const listed = await run('permit', 'ls')
    expect(listed.stdout).toContain(String.raw`Bash: rm -rf build\x1b[2J`)
    expect((await run('permit', 'allow', await openAsk())).stdout).toMatch(/alpha: Bash: rm[\s\S]*Allow/)
    expect(await allowed.ran).toMatchObject({ code: 0, stdout: 'It was allowed.\n' })
    const denied = await startedSaying(['tell', 'alpha', 'ask me'], 'iris inbox answer')
    const ask = await openAsk()
    const unclear = await run('inbox', 'answer', ask, 'not', 'today')
    expect([unclear.code, unclear.stderr]).toEqual([
      2,
      expect.stringMatching(/"not today" is no option\. Choose y \(Allow\).*--text/),
    ])
    await run('permit', 'deny', ask, '--message', 'not today')
    expect((await denied.ran).stdout).toBe('It was denied: not today\n')
    expect((await run('permit', 'allow', ask)).code).toBe(6)
    expect((await run('permit', 'ls', '--all')).stdout).toContain('Deny; not today (user: user)')
  })
})

describe('reading', () => {
  test('[CLI18] a report shows what was said, how it ended and the next step', async () => {
    for (const message of ['first', 'second', 'die third']) await run('tell', 'beta', message)
    const { stdout } = await run('report', 'beta', '--limit', '2')
    expect(stdout).not.toContain('first')
    expect(stdout).toMatch(
      /answered · .*\$0\.01 · \(rehearsed\)[\s\S]*user: second[\s\S]*beta: second[\s\S]*agent died[\s\S]*→ Send it again; the session/,
    )
    const { turns } = json(await run('report', 'beta', '--json')) as { turns: { turn: string }[] }
    const after = turns[0]?.turn ?? ''
    expect((await run('report', 'beta', '--after', after, '--limit', '1')).stdout).toMatch(
      /user: second[\s\S]*More: iris report beta --after trn_/,
    )
  })

  test('[CLI18] recorded lines can be read in words, raw and in pages', async () => {
    await run('tell', 'beta', 'remember this')
    expect((await run('cache', 'inspect', 'beta')).stdout).toMatch(/says +remember this/)
    expect((await run('cache', 'inspect', 'beta', '--raw')).stdout).toContain('"type":"stream_event"')
    const page = json(await run('cache', 'inspect', 'beta', '--limit', '2', '--json'))
    expect(page).toMatchObject({ lines: [{ line: expect.any(String) }, {}], next: expect.any(Number) })
    expect((await run('cache', 'inspect', 'beta', '--after', '999999')).stdout).toMatch(/^No lines of ses_/)
    expect((await run('cache', 'inspect', 'gamma')).code).toBe(4)
  })

  test('[CLI19] sessions are listed, woken, put to sleep and forked', async () => {
    expect((await run('wake', 'beta')).stdout).toMatch(/^beta (is|was already) awake\.\n$/)
    expect((await run('wake', '--all')).stdout).toMatch(/✓ {2}alpha {2}awake/)
    expect((await run('sessions', '--team', 'beta')).stdout).toMatch(/ses_\w+ +user → beta +idle/)
    expect((await run('fork', 'beta')).stdout).toMatch(/^cd \/ && echo forked /)
    expect((await run('fork', 'beta', '--open')).stdout).toMatch(/^forked /)
    expect((await run('sleep', 'beta')).stdout).toContain('beta is asleep.')
    expect((await run('sleep', 'beta')).stdout).toBe('beta was already asleep.\n')
  })

  test('[CLI19] [TEA60] a turn that waits is dropped by its id, and only once', async () => {
    const turn = String(json(await run('tell', 'beta', '--async', 'later', '--json'))['turn'])
    const none = await run('cancel', 'beta')
    expect(none.stdout).toMatch(/^beta has no turn running\.\n {2}.*one waits[\s\S]*iris cancel <turn>\n$/)
    const elsewhere = await run('cancel', 'beta', '--turn', turn, '--from', 'alpha')
    expect([elsewhere.code, elsewhere.stderr]).toEqual([4, expect.stringContaining('iris report')])
    const dropped = await run('cancel', 'beta', '--turn', turn)
    expect(dropped.stdout).toBe(`Dropped the turn ${turn} of beta before it ran: “later”\n`)
    const again = await run('cancel', 'beta', '--turn', turn, '--json')
    expect([again.code, json(again)['error']]).toEqual([6, expect.objectContaining({ code: 'TURN_ENDED' })])
  })

  test('[CLI32] a session is rebooted and deleted, also that of another team; deleting needs a yes', async () => {
    const { session } = json(await run('tell', 'beta', 'hello', '--json'))
    expect((await run('reboot', 'beta')).stdout).toMatch(/empty conversation[\s\S]*iris report beta/)
    expect(json(await run('reboot', 'beta', '--json'))).toMatchObject({ session: { conversation: 'new' } })
    const unsure = await run('delete', 'beta')
    expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect(json(await run('delete', 'beta', '--from', 'alpha', '--yes', '--json'))).toEqual({
      session: null,
      deleted: false,
    })
    const deleted = await run('delete', 'beta', '--yes')
    expect(deleted.stdout).toMatch(
      new RegExp(`^Deleted the session ${String(session)} with beta[\\s\\S]*log`),
    )
    expect((await run('delete', 'beta', '--yes')).stdout).toBe('There is no session with beta.\n')
    expect((await run('delete', 'nobody', '--yes')).code).toBe(4)
  })

  test('[CLI20] every command about teams teaches with an example', async () => {
    const commands = [
      'tell',
      'teams list',
      'teams add',
      'teams remove',
      'wake',
      'sleep',
      'cancel',
      'reboot',
      'delete',
      'fork',
      'report',
      'sessions',
      'cache inspect',
      'inbox',
      'inbox show',
      'inbox answer',
      'inbox dismiss',
      'inbox grants',
      'inbox learned',
      'inbox judgment',
      'inbox figures',
      'inbox test-alert',
      'permit ls',
      'permit allow',
      'permit deny',
    ]
    for (const command of commands) {
      const { stdout, code } = await run(...command.split(' '), '--help')
      expect([command, code, stdout]).toEqual([
        command,
        0,
        expect.stringMatching(new RegExp(`--json[\\s\\S]*Examples?:\\n.*iris ${command}`)),
      ])
    }
  })
})

test('[CLI21] a command that needs the daemon starts it and says so on stderr', async () => {
  const home = makeHome()
  const ran = await iris(home, ['sessions', '--json'])
  expect(ran.stderr).toMatch(/^Started Iris in the background at http/)
  expect(json(ran)).toEqual({ sessions: [], next: null })
  const again = await iris(home, ['sessions', '--json'])
  expect(again.stderr).toBe('')
  await iris(home, ['stop'])
  rmSync(home, { recursive: true, force: true })
  const ill = makeHome()
  writeFileSync(join(ill, 'config.yaml'), 'settings:\n  httpPort: many\n')
  expect((await iris(ill, ['sessions', '--json'])).code).toBe(2)
  rmSync(ill, { recursive: true, force: true })
})

test('[CLI14] [CLI17] [CLI18] [CLI19] [CLI53] [CLI54] [CLI55] [CLI57] a genuine agent is told, asks, is allowed, and answers', async () => {
  const real = await openTeams({
    lines: `
  - when: { says: hello }
    reply: "Hello from the rehearsal."
  - when: { says: build }
    reply:
      - text: I build.
      - tool: { name: Bash, input: { command: touch built, description: Builds it } }
  - when: { tool: Bash }
    reply: "It is built."
`,
    teams: { alpha: { grantPermission: 'ask' }, beta: { grantPermission: 'yes' } },
  })
  onTestFinished(() => real.end())
  const run = (...args: string[]) => iris(real.home, args)
  const watched = await ranOf(spawnIris(real.home, ['tell', 'beta', 'build'], { terminal: true }))
  expect(watched.stdout).toMatch(/I build\.[\s\S]*· running touch built[\s\S]*It is built\./)
  expect(await run('tell', 'alpha', 'hello')).toMatchObject({
    code: 0,
    stdout: 'Hello from the rehearsal.\n',
    stderr: expect.stringMatching(/^alpha answered in .* \(rehearsed\)\n$/),
  })
  const building = await startedSaying(['tell', 'alpha', 'build'], 'iris inbox answer', real.home)
  const { asks } = await real.client.call('listAsks', {})
  const late = await run('tell', 'alpha', 'hello', '--timeout', '1s')
  expect(late.stderr).toMatch(
    /stays queued\.\n {2}It waits for the previous turn\.[\s\S]*Drop it: iris cancel trn_/,
  )
  const [dropping = '', queued = ''] = /iris cancel (trn_\w+)/.exec(late.stderr) ?? []
  expect((await run(...dropping.split(' ').slice(1))).stdout).toBe(
    `Dropped the turn ${queued} of alpha before it ran: “hello”\n`,
  )
  expect((await run('report', 'alpha')).stdout).toMatch(
    /waits for a permission[\s\S]*alpha, so far: I build\.\n {2}\? Bash: touch built\n {4}iris inbox show ask_/,
  )
  expect((await run('permit', 'ls')).stdout).toContain('Bash: touch built')
  expect((await run('permit', 'allow', asks[0]?.ask ?? '')).code).toBe(0)
  expect(await building.ran).toMatchObject({
    code: 0,
    stdout: 'I build.\n\nIt is built.\n',
    stderr: expect.stringMatching(
      /touch built[\s\S]*answered in [^·]+ · waited (?:\d+m )?\d+s for an answer/,
    ),
  })
  const leaving = await startedSaying(['tell', 'alpha', 'build'], 'iris inbox answer', real.home)
  leaving.child.kill('SIGINT')
  const left = await leaving.ran
  expect([left.code, left.stderr]).toEqual([
    7,
    expect.stringMatching(
      /continues\.\n {2}alpha is waiting for your answer to (ask_\w+): Bash: touch built\n {2}Read it: iris inbox show \1\n/,
    ),
  ])
  expect((await run('cancel', 'alpha')).stdout).toMatch(/^Stopped the turn trn_\w+ of alpha: “build”\n$/)
  expect(existsSync(join(real.home, 'projects', 'alpha', 'built'))).toBe(true)
  expect((await run('permit', 'ls', '--all')).stdout).toContain('Allow (user: user)')
  const report = await run('report', 'alpha')
  expect(report.stdout).toMatch(/user: hello[\s\S]*user: build\n  alpha: I build\.\n/)
  expect(report.stdout).toContain('  Final message:\n  It is built.\n')
  const { turn, ...told } = json(await run('tell', 'beta', 'build', '--json'))
  expect(told).toMatchObject({ text: 'I build.\n\nIt is built.', final: 'It is built.', cut: null })
  const whole = json(await run('report', 'beta', '--turn', String(turn), '--json'))
  expect(whole).toMatchObject({ turns: [{ turn, answer: 'I build.\n\nIt is built.' }], next: null })
  expect((await run('report', 'alpha', '--turn', String(turn))).stderr).toContain('alpha has no turn')
  expect((await run('cache', 'inspect', 'alpha')).stdout).toMatch(/uses +Bash .*touch built/)
  const fork = (await run('fork', 'alpha')).stdout.trimEnd()
  expect(fork).toMatch(/^cd \S+ && CLAUDE_CONFIG_DIR=\S+ \S+ --resume \S+ --fork-session$/)
  const env = { ...real.rehearsal.env(), PATH: process.env['PATH'], HOME: join(real.home, 'elsewhere') }
  const pasted = await promisify(execFile)('sh', ['-c', `${fork} -p 'hello from a copy' </dev/null`], { env })
  expect(pasted.stdout).toBe('Hello from the rehearsal.\n')
  expect(real.modelCalls.at(-1)).toContain('It is built.')
  expect((await run('teams', 'list')).stdout).toMatch(/alpha +awake/)
  expect((await run('sleep', 'alpha')).stdout).toContain('alpha is asleep.')
  expect((await run('sessions')).stdout).toMatch(/user → alpha +asleep +4/)
  expect((await run('tell', 'alpha', 'hello', 'again')).stdout).toBe('Hello from the rehearsal.\n')
})
