import { build } from 'esbuild'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { createClient } from '../../src/client/index.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  world = await openDaemon()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await world.end()
})

test('[HTTP11] the client calls and streams from a real browser', async () => {
  const entry = join(import.meta.dirname, '../../src/client/index.ts')
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'iris',
  })
  const page = await browser.newPage()
  await page.goto(`${world.daemon.url}/api/health`)
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' })
  const seen = await page.evaluate(
    async ({ url, token }) => {
      const client = (
        globalThis as unknown as { iris: { createClient: typeof createClient } }
      ).iris.createClient({ url, token })
      await client.call('createToken', { name: 'from a browser' })
      for await (const event of client.events({ types: ['token.created'], after: 1 })) return event.data
      return undefined
    },
    { url: world.daemon.url, token: world.daemon.token },
  )
  expect(seen).toMatchObject({ name: 'from a browser' })
  expect(bundle.outputFiles[0]?.text).not.toContain('ZodObject')
})

test('[HTTP4] a page of another origin cannot read Iris', async () => {
  const page = await browser.newPage()
  await page.goto('data:text/html,<title>evil</title>')
  const outcome = await page.evaluate(
    async ({ url, token }) =>
      fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${token}` } }).then(
        (response) => `read ${response.status}`,
        () => 'refused',
      ),
    { url: world.daemon.url, token: world.daemon.token },
  )
  expect(outcome).toBe('refused')
})
