import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { photograph, visit } from '../support/page.ts'
import { iris } from '../support/iris.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

const at = (path: string) => new URL(path, world.daemon.url)
const origin = () => world.daemon.url

async function ticket(): Promise<string> {
  const { url } = await world.client.call('createLoginLink', {})
  return new URL(url).hash.slice(1)
}

function enter(body: object, headers: Record<string, string> = { origin: origin() }): Promise<Response> {
  return fetch(at('/api/login'), { method: 'POST', body: JSON.stringify(body), headers })
}

async function letIn(): Promise<{ cookie: string; key: string; setCookie: string }> {
  const response = await enter({ ticket: await ticket() })
  const { key } = (await response.json()) as { key: string }
  const setCookie = response.headers.get('set-cookie') ?? ''
  return { cookie: setCookie.split(';')[0] ?? '', key, setCookie }
}

describe('letting in', () => {
  test('[DSH1] a link lets in once; a wrong one, none, or a form of another page does not', async () => {
    const link = await ticket()
    expect((await enter({ ticket: link })).status).toBe(200)
    for (const body of [{ ticket: link }, { ticket: 'made-up' }, {}]) {
      expect(await (await enter(body)).json()).toMatchObject({ error: { code: 'LOGIN_LINK_INVALID' } })
    }
    const other = await ticket()
    expect((await enter({ ticket: other }, {})).status).toBe(403)
    const cross = { origin: origin(), 'sec-fetch-site': 'cross-site' }
    expect((await enter({ ticket: other }, cross)).status).toBe(403)
    expect((await enter({ ticket: other })).status).toBe(200)
  })

  test('[DSH2] both halves of the secret are needed, and no script can read the cookie', async () => {
    const { cookie, key, setCookie } = await letIn()
    expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
    const status = async (headers: Record<string, string>) =>
      (await fetch(at('/api/status'), { headers })).status
    expect(await status({ cookie, 'x-iris-key': key })).toBe(200)
    expect(await status({ cookie })).toBe(401)
    expect(await status({ 'x-iris-key': key })).toBe(401)
    expect(await status({ cookie, 'x-iris-key': key.replace(/.$/, '~') })).toBe(401)
    expect(await status({ cookie: cookie.replace('iris-', 'other-'), 'x-iris-key': key })).toBe(401)
  })

  test('[DSH3] a change by cookie needs an Origin of Iris and no word of another site', async () => {
    const { cookie, key } = await letIn()
    const make = async (more: Record<string, string>) =>
      (
        await fetch(at('/api/tokens'), {
          method: 'POST',
          headers: { cookie, 'x-iris-key': key, ...more },
          body: JSON.stringify({ name: 'made by a page' }),
        })
      ).status
    expect(await make({})).toBe(403)
    expect(await make({ origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await make({ origin: origin(), 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await make({ origin: origin() })).toBe(200)
    expect(await make({ origin: origin(), 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await world.client.call('createToken', { name: 'by bearer' })).toMatchObject({
      secret: expect.stringMatching(/^iris_/),
    })
  })

  test('[DSH4] a browser that comes back with a new link stays the same; who leaves is out', async () => {
    const { cookie, key } = await letIn()
    const shown = { cookie, 'x-iris-key': key, origin: origin() }
    const before = (await world.client.call('listTokens', {})).tokens.length
    const again = await enter({ ticket: await ticket() }, shown)
    expect(await again.json()).toEqual({ key })
    expect((await world.client.call('listTokens', {})).tokens.length).toBe(before)
    const left = await fetch(at('/api/login'), { method: 'DELETE', headers: shown })
    expect(left.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await left.json()).toEqual({ left: true })
    expect(await (await fetch(at('/api/login'), { method: 'DELETE' })).json()).toEqual({ left: false })
    expect((await fetch(at('/api/status'), { headers: shown })).status).toBe(401)
  })

  test('[DSH8] `iris open` prints a link that lets a browser in', async () => {
    const { stdout, code } = await iris(world.home, ['open', '--json'])
    expect(code).toBe(0)
    const { url, opened } = JSON.parse(stdout) as { url: string; opened: boolean }
    expect(opened).toBe(false)
    expect((await enter({ ticket: new URL(url).hash.slice(1) })).status).toBe(200)
    expect((await iris(world.home, ['open', '--print'])).stdout).toContain(`${origin()}/login#`)
  })
})

describe('serving', () => {
  const page = (path: string, headers: Record<string, string> = {}) =>
    fetch(at(path), { headers: { accept: 'text/html', ...headers } })

  test('[DSH6] the policy of a page refuses what is inline or from elsewhere', async () => {
    const policy = (await page('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|http/)
    const html = await (await page('/')).text()
    expect(html).not.toMatch(/<script>|<style>| style=| on\w+=|https?:\/\//)
  })

  test('[DSH7] hashed files are kept for ever, the page is asked for each time, every other path is the page', async () => {
    const first = await page('/')
    const html = await first.text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    const file = await fetch(at(script))
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('content-type')).toContain('text/javascript')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const tag = first.headers.get('etag') ?? ''
    expect((await page('/', { 'if-none-match': tag })).status).toBe(304)
    expect(await (await page('/sessions/ses_1')).text()).toBe(html)
    for (const path of ['/api/nothing', '/assets/gone.js', '/mcp/x'])
      expect((await page(path)).status).toBe(401)
    expect((await fetch(at('/sessions/ses_1'))).status).toBe(401)
    for (const path of ['/..%2f..%2fpackage.json', '/assets/..%2f..%2findex.js', '/%2e%2e/package.json'])
      expect(await (await fetch(at(path))).text()).not.toContain('"name"')
  })

  test('[DSH5] [DSH27] a browser that is not let in is told how to get in; one that is sees how to begin, and the demo', async () => {
    const browser = await openBrowser()
    try {
      const stranger = await browser.newPage()
      await stranger.goto(world.daemon.url)
      await stranger.getByText('This browser is not signed in.').waitFor()
      await stranger.goto(`${world.daemon.url}/login#wrong`)
      await stranger.getByText('This link does not work.').waitFor()
      expect(stranger.url()).toBe(`${world.daemon.url}/login`)
      const { page: inside, faults } = await visit(browser, world.client)
      await inside.getByText('You have no team yet.').waitFor()
      await photograph(inside, 'first-visit')
      expect(faults).toEqual([])
      await inside.getByRole('button', { name: 'Start the demo' }).click()
      await inside.getByRole('region', { name: 'Under way' }).waitFor()
      expect(new URL(inside.url()).port).not.toBe(new URL(world.daemon.url).port)
      const { page: second } = await visit(browser, world.client)
      await second.getByRole('button', { name: 'Start the demo' }).click()
      await second
        .getByRole('region', { name: /Under way|Ended today/ })
        .first()
        .waitFor()
      expect(new URL(second.url()).port).toBe(new URL(inside.url()).port)
    } finally {
      await browser.close()
    }
  })
})
