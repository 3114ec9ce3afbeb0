import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDaemon } from '../support/daemon.ts'
import { openBrowser } from '../support/browser.ts'
import { iris } from '../support/iris.ts'

const isRoot = process.getuid?.() === 0
let world: Awaited<ReturnType<typeof openDaemon>>
let desktop = ''

beforeEach(async () => {
  world = await openDaemon()
  desktop = join(world.home, 'desktop')
  mkdirSync(desktop)
  // As a browser that stays: it notes what it was called with.
  const script = `#!/bin/sh\nprintf '%s' "$*" > '${desktop}/called.new'\nmv '${desktop}/called.new' '${desktop}/called'\necho $$ > '${desktop}/pid'\nwhile :; do sleep 1; done\n`
  writeFileSync(join(desktop, 'xdg-open'), script)
  chmodSync(join(desktop, 'xdg-open'), 0o755)
})
afterEach(async () => {
  if (existsSync(join(desktop, 'pid')))
    process.kill(-Number(readFileSync(join(desktop, 'pid'), 'utf8')), 'SIGKILL')
  await world.end()
  rmSync(world.home, { recursive: true, force: true })
})

/** What `iris open` printed, and the file that the browser was given. */
async function openOnDesktop(): Promise<{ stdout: string; file: string; ticket: string }> {
  const PATH = `${desktop}:${process.env['PATH']}`
  const { code, stdout } = await iris(world.home, ['open'], { PATH, DISPLAY: ':9' })
  expect(code).toBe(0)
  await expect.poll(() => existsSync(join(desktop, 'pid'))).toBe(true)
  const ticket = /login#([\w-]+)/.exec(stdout)?.[1] ?? ''
  expect(ticket).not.toBe('')
  return { stdout, file: readFileSync(join(desktop, 'called'), 'utf8'), ticket }
}

/** What another user of the machine can read of all command lines, and of a file. */
function seenByOthers(file: string): { commandLines: string; content: string } {
  const script = `const fs = require('fs')
    const read = (path) => { try { return fs.readFileSync(path, 'utf8') } catch (error) { return error.code } }
    const commandLines = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map((pid) => read('/proc/' + pid + '/cmdline')).join('\\n')
    console.log(JSON.stringify({ commandLines, content: read(process.argv[1]) }))`
  const other = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const { stdout } = spawnSync(process.execPath, ['-e', script, file], { ...other, cwd: '/', maxBuffer: 1e8 })
  return JSON.parse(stdout.toString()) as { commandLines: string; content: string }
}

test('[DSH63] iris open shows its ticket on no command line, and its file to nobody else', async () => {
  const { file, ticket, stdout } = await openOnDesktop()
  const seen = seenByOthers(file)
  // The browser is seen, so that what is not seen says something.
  expect(seen.commandLines).toContain(file)
  expect(seen.commandLines).not.toContain(ticket)
  expect(seen.content).toBe(isRoot ? 'EACCES' : readFileSync(file, 'utf8'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(stdout).toMatch(/snap/)
})

test('[DSH63] the file leads a browser in', async () => {
  const { file } = await openOnDesktop()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(pathToFileURL(file).href)
    await page.waitForURL(`${world.daemon.url}/`)
    await page.getByText('You have no team yet.').waitFor()
  } finally {
    await browser.close()
  }
})

test('[DSH63] without a desktop, with --print and with --json there is no file', async () => {
  for (const args of [['open'], ['open', '--print'], ['open', '--json']])
    await iris(world.home, args, { DISPLAY: '', WAYLAND_DISPLAY: '' })
  expect(existsSync(join(world.home, 'login')) ? readdirSync(join(world.home, 'login')) : []).toEqual([])
})
