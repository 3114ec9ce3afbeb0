import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris, type Ran } from '../support/iris.ts'

let home = ''
beforeAll(async () => {
  home = makeHome()
  await iris(home, ['start', '--background'])
})
afterAll(async () => {
  await iris(home, ['stop'])
  rmSync(home, { recursive: true, force: true })
})

const json = (ran: Ran) => JSON.parse(ran.stdout) as Record<string, unknown>

describe('output', () => {
  test('[CLI1] every command that ends prints one JSON document with --json', async () => {
    const commands = [
      ['status'],
      ['limits'],
      ['start'],
      ['doctor'],
      ['config', 'check'],
      ['config', 'schema'],
      ['token', 'list'],
      ['token', 'create', 'for a test'],
      ['token', 'revoke', 'for a test'],
    ]
    for (const command of commands) {
      const ran = await iris(home, [...command, '--json'])
      expect([command, ran.code, ran.stdout.trim().split('\n').length, typeof json(ran)]).toEqual([
        command,
        0,
        1,
        'object',
      ])
    }
    const events = await iris(home, ['events', '--json', '--limit', '3'])
    expect(
      events.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { type: string }).type),
    ).toHaveLength(3)
    const logs = await iris(home, ['logs', '--json'])
    expect(
      logs.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ).toContain('daemon started')
  })

  test('[CLI45] the list of tokens is no wider than the terminal', async () => {
    const made = await iris(home, ['token', 'create', 'a-name-that-takes-some-room', '--json'])
    const { id } = json(made)['token'] as { id: string }
    const { stdout } = await ranOf(spawnIris(home, ['token', 'list'], { terminal: true, columns: 80 }))
    const lines = stdout.split(/\r?\n/).map((line) => stripVTControlCharacters(line))
    expect(lines).toContain(id)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const row = (await iris(home, ['token', 'list'])).stdout.split('\n').find((line) => line.startsWith(id))
    expect(row).toMatch(/a-name-that-takes-some-room .*valid$/)
  })

  test('[CLI1] [CLI2] errors are JSON too, and the exit code tells the kind', async () => {
    const cases: [string[], number, string][] = [
      [['nope'], 2, 'USAGE'],
      [['token', 'create', 'x', '--role', 'king'], 2, 'USAGE'],
      [['token', 'create', '<b>'], 2, 'INPUT_INVALID'],
      [['token', 'revoke', 'nobody'], 4, 'NOT_FOUND'],
      [['events', '--limit', 'x'], 2, 'USAGE'],
      [['rehearse'], 2, 'USAGE'],
    ]
    for (const [command, code, expected] of cases) {
      const ran = await iris(home, [...command, '--json'])
      expect([command, ran.code, (json(ran)['error'] as { code: string }).code]).toEqual([
        command,
        code,
        expected,
      ])
    }
    const stopped = makeHome()
    expect((await iris(stopped, ['status', '--json'])).code).toBe(3)
    rmSync(stopped, { recursive: true })
  })

  test('[CLI3] an error for a person is a sentence and the way out, without a stack', async () => {
    const { stderr, stdout } = await iris(home, ['token', 'revoke', 'nobody'])
    expect(stdout).toBe('')
    expect(stderr).toBe(
      '✗ There is no token "nobody".\n  Check the name. The list commands show what exists.\n',
    )
  })

  test('[CLI33] the newest events of a type are found behind any number of others', async () => {
    const started = await iris(home, ['events', '--types', 'daemon.started', '--limit', '1'])
    expect(started.stdout).toMatch(/ daemon\.started /)
    const none = await iris(home, ['events', '--types', 'nothing.happened'])
    expect(none.stdout).toBe('No such events. docs/event-stream.md lists the types.\n')
  })

  test('[CLI41] a group without a command lists what it has, or shows its own help', async () => {
    for (const group of ['teams', 'runs', 'token', 'permit']) {
      const ran = await iris(home, [group, '--json'])
      expect([group, ran.code, Object.values(json(ran)).some(Array.isArray)]).toEqual([group, 0, true])
    }
    const help = await iris(home, ['config'])
    expect([help.code, help.stdout]).toEqual([2, ''])
    expect(help.stderr).toMatch(/^Usage: iris config [\s\S]*schema/)
  })

  test('[CLI41] a command that does not exist is answered with the ones that do', async () => {
    const said = async (...words: string[]) => (await iris(home, words)).stderr.split('\n')[0]
    expect(await said('tel', 'alpha', 'x')).toBe("✗ Unknown command 'tel'. Did you mean tell?")
    expect(await said('config', 'chek')).toBe("✗ Unknown command 'chek'. Did you mean check?")
    expect(await said('teams', 'drop')).toBe("✗ Unknown command 'drop'. iris teams has: list, add, remove.")
    expect(await said('status', 'alpha')).toMatch(/^✗ Too many arguments/)
  })

  test('[CLI9] no colours when the output is not a terminal', async () => {
    const { stdout } = await iris(home, ['status'], { FORCE_COLOR: '' })
    expect(stdout).not.toContain('\u001B')
  })
})

describe('lifecycle', () => {
  test('[CLI4] start when it runs and stop when it does not are no errors', async () => {
    const again = await iris(home, ['start'])
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Iris is already running at http/)])
    const other = makeHome()
    const stop = await iris(other, ['stop'])
    expect([stop.code, stop.stdout]).toEqual([0, 'Iris is not running.\n'])
    rmSync(other, { recursive: true })
  })

  test('[CLI5] restart gives a new process with the same log', async () => {
    const before = json(await iris(home, ['status', '--json']))
    expect((await iris(home, ['restart'])).code).toBe(0)
    const after = json(await iris(home, ['status', '--json']))
    expect(after['pid']).not.toBe(before['pid'])
    expect(Number(after['events'])).toBeGreaterThan(Number(before['events']))
  })
})

describe('checks', () => {
  test('[CLI6] doctor names each thing it tried, and the way out of what is wrong', async () => {
    const well = await iris(home, ['doctor', '--json'])
    expect(json(well)).toMatchObject({ ok: true })
    expect((json(well)['checks'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'Node',
      'Home',
      'Disk',
      'Config',
      'Database',
      'Projects',
      'git',
      'Claude Code',
      'Tokens',
      'Secrets',
      'Daemon',
      'Rooms',
    ])
    const ill = makeHome('iris-ill-', 'settings:\n  httpPort: many\nclaude:\n  path: /nowhere/claude\n')
    writeFileSync(join(ill, 'iris.db'), 'not a database at all '.repeat(300))
    const ran = await iris(ill, ['doctor'], { PATH: '/nowhere' })
    expect(ran.code).toBe(8)
    expect(ran.stdout).toMatch(/✗ {2}Config[\s\S]*✗ {2}Database[\s\S]*✗ {2}git/)
    rmSync(ill, { recursive: true })
  })

  test('[CLI6] doctor warns when Claude Code has no login, and names the command that gives one', async () => {
    const nobody = { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', CLAUDE_CODE_OAUTH_TOKEN: '' }
    const without = await iris(home, ['doctor'], nobody)
    expect(without.code).toBe(0)
    expect(without.stdout).toMatch(/! {2}Claude Code {2}.*; not signed in\n[\s\S]*`\S+ auth login`/)
  })

  test('[CLI6] [CFG31] doctor is content with a key, and lists the names of the secrets that agents do not get, never their values', async () => {
    const login = { ANTHROPIC_API_KEY: 'for a test', ANTHROPIC_AUTH_TOKEN: '', CLAUDE_CODE_OAUTH_TOKEN: '' }
    const secrets = { PGPASSWORD: 'hunter2', BACKEND: 'https://me:hunter3@db.example/', KEYBOARD: 'us' }
    const { stdout } = await iris(home, ['doctor'], { ...login, ...secrets })
    expect(stdout).toMatch(/✓ {2}Claude Code/)
    expect(stdout).toMatch(/Secrets .*held back from agents: .*BACKEND.*PGPASSWORD/)
    expect(stdout).toMatch(/teams\.<team>\.env: \{ \w+: "\$\{\w+\}" \}/)
    expect(stdout).not.toMatch(/hunter|KEYBOARD/)
  })

  test('[CLI7] config check lists every mistake with its line', async () => {
    const bad = makeHome(
      'iris-bad-',
      'settings:\n  httpPort: many\n  maxProcesses: -1\nteams:\n  Alpha:\n    path: relative\n',
    )
    const ran = await iris(bad, ['config', 'check', '--json'])
    expect(ran.code).toBe(2)
    const { mistakes } = json(ran) as { mistakes: { line: number }[] }
    expect(mistakes.map(({ line }) => line)).toEqual([2, 3, 5, 6])
    expect((await iris(bad, ['config', 'check'])).stdout).toMatch(/httpPort[\s\S]*maxProcesses[\s\S]*Alpha/)
    rmSync(bad, { recursive: true })
  })

  test('[CFG33] config check tells which keys have no effect, and why', async () => {
    const home = makeHome('iris-idle-', 'agent:\n  temperature: 0.2\n  maxTokens: 100\n')
    const ran = await iris(home, ['config', 'check'])
    expect([ran.code, ran.stdout]).toEqual([
      0,
      expect.stringMatching(/line 2, column 3: agent\.temperature has no effect: /),
    ])
    expect(json(await iris(home, ['config', 'check', '--json']))).toMatchObject({
      ok: true,
      notices: [{ path: 'agent.temperature', line: 2 }],
    })
    rmSync(home, { recursive: true })
  })

  test('[CLI52] doctor and config check name the folder of a team that is not there', async () => {
    const place = makeHome('iris-folders-', 'teams:\n  here: { path: / }\n  gone: { path: /nowhere/gone }\n')
    const doctor = await iris(place, ['doctor', '--json'])
    expect(doctor.code).toBe(8)
    const { checks } = json(doctor) as { checks: object[] }
    expect(checks).toContainEqual({
      name: 'Projects',
      state: 'problem',
      found: 'gone: /nowhere/gone is missing',
      advice: expect.stringContaining("fix the team's path"),
    })
    const checked = await iris(place, ['config', 'check'])
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining('! teams.gone.path: the folder /nowhere/gone does not exist'),
    ])
    expect(json(await iris(place, ['config', 'check', '--json']))).toMatchObject({
      ok: true,
      missing: [{ team: 'gone', path: '/nowhere/gone' }],
    })
    rmSync(place, { recursive: true })
  })

  test('[CLI7] config edit makes the example, opens the editor and checks the outcome', async () => {
    const fresh = makeHome()
    rmSync(join(fresh, 'config.yaml'))
    const ran = await iris(fresh, ['config', 'edit'], { EDITOR: 'true', VISUAL: '' })
    expect(ran.code).toBe(0)
    expect(existsSync(join(fresh, 'config.yaml'))).toBe(true)
    rmSync(fresh, { recursive: true })
  })

  test('[CLI8] a secret is shown once and by no other command', async () => {
    const { stdout } = await iris(home, ['token', 'create', 'once'])
    const secret = stdout.trim()
    expect(secret).toMatch(/^iris_/)
    for (const command of [['token', 'list'], ['events', '--limit', '500'], ['logs'], ['status']]) {
      const ran = await iris(home, [...command])
      expect(ran.stdout + ran.stderr).not.toContain(secret)
    }
  })

  test('[CLI10] completion knows every command, and bash accepts the script', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout, code } = await iris(home, ['completion', shell])
      expect(code).toBe(0)
      for (const word of ['start', 'doctor', 'rehearse', 'revoke', 'background'])
        expect(stdout).toContain(word)
    }
    const { stdout: script } = await iris(home, ['completion', 'bash'])
    const ask = `${script}\nCOMP_WORDS=(iris token re); COMP_CWORD=2; _iris; echo "\${COMPREPLY[@]}"`
    expect(execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim()).toBe('revoke')
  })
})
