import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { bundle } from '../../scripts/bundle.ts'
import { homeFiles } from '../../src/contract/index.ts'
import { makeHome } from '../support/daemon.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const guide = readFileSync(join(root, 'docs/guides/add-a-noun.md'), 'utf8')
const copied = ['src', 'test', 'bench', 'scripts', 'docs', 'roles', 'package.json', 'vitest.config.ts']
const settings = ['tsconfig.json', 'tsconfig.base.json']

/** The files of the guide, in their order. */
const steps = [...guide.matchAll(/^(New|Changed): `(.+)`\n\n```\w+\n([\s\S]*?)\n```$/gm)].map(
  ([, how = '', path = '', text = '']) => ({ how, path, text }),
)

let copy: string
let home: string
let daemon: ChildProcess

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'iris-noun-'))
  for (const name of [...copied, ...settings]) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const step of steps) follow(step)
  home = makeHome('iris-noun-home-')
  await build({ ...bundle, absWorkingDir: copy, outdir: join(copy, 'dist') })
  daemon = spawn(process.execPath, ['dist/daemon/main.js'], inCopy())
  await isRunning(daemon)
})
afterAll(async () => {
  const gone = once(daemon, 'exit')
  if (daemon.exitCode === null && daemon.kill('SIGTERM')) await gone
  for (const folder of [home, copy]) rmSync(folder, { recursive: true, force: true })
})

/** Resolves once it says so, and rejects with what it said instead. */
function isRunning(started: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Iris is running')) resolve()
    })
    started.once('exit', () => reject(new Error(said)))
  })
}

const inCopy = () => ({ cwd: copy, env: { ...process.env, IRIS_HOME: home, HOME: home } })

/** Does what a step of the guide says, and nothing besides. */
function follow({ how, path, text }: (typeof steps)[number]): void {
  const file = join(copy, path)
  if (how === 'New') {
    expect([path, existsSync(file)]).toEqual([path, false])
    mkdirSync(dirname(file), { recursive: true })
    return writeFileSync(file, `${text}\n`)
  }
  const added = text.split(/^(?=[^+])/m).reduce(
    (now, part) => {
      const [after = '', ...lines] = part.trimEnd().split('\n')
      const before = `\n${after.slice(1)}\n`
      expect([path, after, `\n${now}`.split(before).length - 1]).toEqual([path, after, 1])
      return `\n${now}`
        .replace(before, () => `${before}${lines.map((line) => `${line.slice(1)}\n`).join('')}`)
        .slice(1)
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, added)
}

async function call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const { url } = JSON.parse(readFileSync(homeFiles(home).address, 'utf8')) as { url: string }
  const token = readFileSync(homeFiles(home).token, 'utf8').trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(url + path, { method, headers, ...sent })
  return { status: response.status, body: await response.json() }
}

test('[ARC10] the guide touches at most five sources that exist, and no test', () => {
  const changed = steps.filter(({ path }) => existsSync(join(root, path))).map(({ path }) => path)
  expect(changed.length).toBeLessThanOrEqual(5)
  expect(changed.filter((path) => /\.(test|suite)\.ts$|^test\//.test(path))).toEqual([])
  expect(steps.filter(({ how }) => how === 'Changed').map(({ path }) => path)).toEqual(changed)
  expect(steps.length - changed.length).toBe(10)
})

test('[ARC10] what the guide adds compiles, with every test as it is', async () => {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const projects = ['tsconfig.json', 'src/surface/dashboard/tsconfig.json']
  // One checker takes half the processor time of several, and others are at work meanwhile.
  const compile = (project: string) =>
    run(process.execPath, [tsc, '-p', project, '--singleThreaded'], { cwd: copy })
  await Promise.all(projects.map(compile))
  // Two compilations of everything; on a busy machine they take minutes.
}, 600_000)

test('[ARC10] its calls, its error, its event, its description and its command are there', async () => {
  const made = await call('POST', '/api/bookmarks', { title: ' Here ', link: '/runs' })
  expect(made).toMatchObject({ status: 200, body: { title: 'Here', link: '/runs', madeBy: 'user' } })
  const { bookmark } = made.body as { bookmark: string }
  expect(bookmark).toMatch(/^bmk_/)
  expect(await call('GET', '/api/bookmarks')).toEqual({ status: 200, body: { bookmarks: [made.body] } })
  expect(await call('GET', '/api/events?types=bookmark.made')).toMatchObject({
    body: { events: [{ type: 'bookmark.made', v: 1, data: made.body }] },
  })
  const { stdout } = await run(process.execPath, ['dist/surface/cli/main.js', 'bookmarks'], inCopy())
  expect(stdout).toContain('Here')
  expect(await call('DELETE', `/api/bookmarks/${bookmark}`)).toEqual({ status: 200, body: made.body })
  expect(await call('DELETE', `/api/bookmarks/${bookmark}`)).toMatchObject({
    status: 404,
    body: { error: { code: 'BOOKMARK_UNKNOWN' } },
  })
  const { body } = await call('GET', '/api/openapi.json')
  expect(body).toMatchObject({
    paths: { '/api/bookmarks/{bookmark}': { delete: { operationId: 'removeBookmark' } } },
  })
})

test('[ARC10] its tools are listed over MCP and do what its calls do', async () => {
  const { url } = JSON.parse(readFileSync(homeFiles(home).address, 'utf8')) as { url: string }
  const token = readFileSync(homeFiles(home).token, 'utf8').trim()
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  try {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['bookmark_make', 'bookmark_list']))
    const place = { title: 'There', link: '/usage' }
    const made = await client.callTool({ name: 'bookmark_make', arguments: place })
    expect(made.structuredContent).toEqual({ status: 'kept', bookmark: expect.stringMatching(/^bmk_/) })
    const listed = await client.callTool({ name: 'bookmark_list', arguments: {} })
    expect(listed.structuredContent).toMatchObject({ status: 'ok', bookmarks: [place] })
  } finally {
    await client.close()
  }
})
