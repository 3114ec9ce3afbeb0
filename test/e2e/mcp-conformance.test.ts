import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playOrchestrator, secrets, serveMcp } from '../support/mcp.ts'

const root = join(import.meta.dirname, '..', '..')
const suite = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
const withGlob = join(root, 'test', 'support', 'fs-with-glob.mjs')

let server: Awaited<ReturnType<typeof serveMcp>>
let proxy: Awaited<ReturnType<typeof addToken>>
let results: string
beforeAll(async () => {
  server = await serveMcp({ orchestrator: playOrchestrator().orchestrator })
  proxy = await addToken(server.url)
  results = mkdtempSync(join(tmpdir(), 'iris-conformance-'))
})
afterAll(async () => {
  await proxy.end()
  await server.end()
  rmSync(results, { recursive: true, force: true })
})

test('[MCP1] [MCP3] the MCP conformance suite passes wherever it applies to a server of tools', async () => {
  const baseline = join(results, 'not-for-us.yml')
  const scenarios = Object.values(notForUs).flat()
  writeFileSync(baseline, ['server:', ...scenarios.map((name) => `  - ${name}`), ''].join('\n'))
  // With a baseline the suite fails when one that is not listed fails, and when one that is listed passes.
  const { code, said } = await conform('--suite', 'all', '--expected-failures', baseline)
  expect([code, said]).toEqual([0, expect.stringContaining('dns-rebinding-protection: 2 passed, 0 failed')])
  for (const applies of ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams'])
    expect(said).toMatch(new RegExp(`✓ ${applies}: [1-9]\\d* passed, 0 failed`))
})

/** Scenarios that test what Iris does not offer, by reason. */
const notForUs = {
  'calls a tool that only the example server of the suite has (test_simple_text and so on)': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-polling',
  ],
  'wants the server to ask its client, which a stateless server cannot': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'Iris has no resources': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'Iris has no prompts, and so no completion of their arguments': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'completion-complete',
  ],
  'MCP logging is deprecated since 2026-07-28 and not offered': ['logging-set-level'],
}

async function conform(...args: string[]): Promise<{ code: number | null; said: string }> {
  const words = ['--import', withGlob, suite, 'server', '--url', `${proxy.url}/mcp`, '-o', results]
  const child = spawn(process.execPath, [...words, ...args])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** The suite cannot send a token, so this puts one on every request; a foreign Host or Origin stays foreign. */
async function addToken(target: string): Promise<{ url: string; end(): Promise<void> }> {
  const own = (): string => `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const proxy = createServer((received, response) => {
    const { host = '', origin, ...headers } = received.headers
    const forwarded = request(new URL(received.url ?? '/', target), {
      method: received.method,
      headers: {
        ...headers,
        host: mapped(host),
        ...(origin === undefined ? {} : { origin: `http://${mapped(new URL(origin).host)}` }),
        authorization: `Bearer ${secrets.human}`,
      },
    })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    received.pipe(forwarded)
  })
  const mapped = (host: string): string =>
    host.replace('localhost', '127.0.0.1') === own() ? new URL(target).host : host
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://${own()}`,
    async end() {
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      await closed
    },
  }
}
