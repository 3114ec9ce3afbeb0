// Runs beside the end-to-end tests: one Chromium for all of them, started when the first of them asks for it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type BrowserServer } from 'playwright-core'
import { browserOptions, sharedBrowser } from '../support/browser.ts'

/** Named by vitest; gives what ends it. */
export async function setup(): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined
  const server = createServer((_, response) => {
    browser ??= chromium.launchServer(browserOptions())
    browser.then(
      (started) => response.end(started.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[sharedBrowser] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.close()
    await (await browser)?.close()
  }
}
