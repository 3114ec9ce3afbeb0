import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePlaybook, startRehearsal } from '../../src/rehearsal/index.ts'
import { makeHome } from '../support/daemon.ts'
import { installIris, link, type InstalledIris } from '../support/installed.ts'
import { configFor } from '../support/teams.ts'

let installed: InstalledIris
beforeAll(async () => {
  installed = await installIris()
})
afterAll(() => installed.end())

const files = () => readdirSync(installed.package, { recursive: true, encoding: 'utf8' })

test('[PKG1] what is installed from a clean checkout checks itself, starts, and puts a tell to a team', async () => {
  const playbook = parsePlaybook(
    'name: Packed\nlines:\n  - when: { says: hello }\n    reply: Hello from the box.\n',
  )
  const rehearsal = await startRehearsal({ playbook })
  const home = realpathSync(makeHome('iris-packed-'))
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, {}))
  try {
    const doctor = await installed.iris(home, 'doctor')
    expect([doctor.code, doctor.stderr]).toEqual([0, ''])
    expect((await installed.iris(home, 'start', '--background')).code).toBe(0)
    const told = await installed.iris(home, 'tell', 'alpha', 'hello')
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('Hello from the box.')])
    const { url } = JSON.parse((await installed.iris(home, 'status', '--json')).stdout) as { url: string }
    expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toMatch(
      /<script type="module" [^>]*src="\/assets\//,
    )
  } finally {
    await installed.iris(home, 'stop')
    await rehearsal.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('[PKG1] every page that the README of the package leads to comes with it', () => {
  const readme = readFileSync(join(installed.package, 'README.md'), 'utf8')
  const paths = [...readme.matchAll(/\]\(((?!http)[^)#]+)/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(join(installed.package, path)))).toEqual([])
})

test('[PKG2] the package stands alone: npm puts no other beside it or into it', () => {
  expect(installed.packages).toEqual(['iris'])
  expect(existsSync(join(installed.package, 'node_modules'))).toBe(false)
})

test('[PKG3] licences of the code of others come with it, source maps, sources and tests do not', () => {
  const licenses = readFileSync(join(installed.package, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['commander', 'ink', 'yoga-layout', 'zod', 'react-dom', 'highlight.js', 'tailwindcss']) {
    const section = licenses.split(/\n-{72}\n/).find((text) => text.startsWith(`\n${name} `))
    expect([name, section]).toEqual([
      name,
      expect.stringMatching(/copyright [\s\S]*(permission|redistribution)/i),
    ])
  }
  expect(files().filter((file) => /\.map$|\.test\.|^(?:src|test|scripts)\//.test(file))).toEqual([])
})

test('[PKG4] a program that embeds Iris has its types without any other package, and runs', async () => {
  const program = join(installed.folder, 'program')
  mkdirSync(join(program, 'node_modules', '@types'), { recursive: true })
  symlinkSync(installed.package, join(program, 'node_modules', 'iris'))
  for (const name of ['@types/node', 'undici-types'])
    link(join('node_modules', name), join(program, 'node_modules', name))
  writeFileSync(join(program, 'main.mts'), embedding)
  const tsc = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc')
  const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node', 'main.mts']
  const run = promisify(execFile)
  await run(process.execPath, [tsc, ...options], { cwd: program })
  const home = makeHome('iris-embedded-')
  const env = { ...process.env, IRIS_HOME: home, HOME: home }
  const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: program, env })
  expect(stdout).toBe('running, then TEAM_UNKNOWN\n')
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const embedding = `
import { createClient, createDaemon, IrisError, readEnvironment, type Event } from 'iris'

const daemon = await createDaemon({ environment: readEnvironment(process.env) })
const client = createClient({ url: daemon.url, token: daemon.token })
const { pid } = await client.call('getStatus', {})
// @ts-expect-error a pid is a number: what comes from other packages is not any
const wrong: string = pid
const event: Event | undefined = undefined
const missed = await client.call('getTeam', { team: 'nobody' }).catch((error: unknown) => error)
console.log(pid === process.pid ? 'running,' : wrong, event ?? 'then', missed instanceof IrisError ? missed.code : '')
await daemon.close('over')
`
