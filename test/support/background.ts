import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { chromiumPath } from './browser.ts'

async function endGroup(leader: number | undefined): Promise<void> {
  if (leader === undefined) return
  for (let isThere = true; isThere; await new Promise((then) => setTimeout(then, 20))) {
    try {
      process.kill(-leader, 'SIGKILL')
    } catch {
      // Nobody of it is left.
      isThere = false
    }
  }
}

/** A Chromium whose tabs are hidden when another is in front, as on a desk: Playwright's own says that all are looked at. */
export interface Desk {
  context: BrowserContext
  /** What somebody chose for the notifications of a site; with `prompt` nobody has, and nobody does when asked. */
  permit(origin: string, setting: 'granted' | 'denied' | 'prompt'): Promise<void>
  close(): Promise<void>
}

export async function openDesk(): Promise<Desk> {
  const profile = mkdtempSync(join(tmpdir(), 'iris-desk-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const more = ['--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(chromiumPath(), [...args, ...more], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const [found] = /ws:\/\/\S+/.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`Chromium ended: ${text}`)))
  })
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no window')
  await context.addInitScript(recordNotifications)
  const session = await browser.newBrowserCDPSession()
  return {
    context,
    async permit(origin, setting) {
      await session.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, origin })
    },
    async close() {
      await browser.close()
      child.kill()
      await ended
      // Its helpers may still write into the profile.
      await endGroup(child.pid)
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

/** The genuine notifications and sounds of a page, noted as they are made. */
const recordNotifications = `{
  const noted = (globalThis.noted = { shown: [], asked: 0, notes: 0 })
  globalThis.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options)
      noted.shown.push({ title, body: options?.body, notification: this })
    }
    static requestPermission() {
      noted.asked += 1
      return super.requestPermission()
    }
  }
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (at) {
    noted.notes += 1
    return start.call(this, at)
  }
}`

export interface Noted {
  shown: { title: string; body: string }[]
  asked: number
  notes: number
}

export function noted(page: Page): Promise<Noted> {
  return page.evaluate(`({
    ...noted,
    shown: noted.shown.map(({ title, body }) => ({ title, body })),
  })`)
}

/** Presses on the last notification of a page. */
export async function pressLast(page: Page): Promise<void> {
  await page.evaluate(`noted.shown.at(-1).notification.dispatchEvent(new Event('click'))`)
}
