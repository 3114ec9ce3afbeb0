import { afterEach, beforeEach, expect, test } from 'vitest'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { warmUp } from './warm-up.ts'

let server: Awaited<ReturnType<typeof serveMcp>>
beforeEach(async () => {
  server = await serveMcp({ orchestrator: playOrchestrator().orchestrator })
})
afterEach(() => server.end())

test('[MCP30] the handshake gone through after the start is one the server takes', async () => {
  const statuses = await warmUp({
    async fetch(request) {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${secrets.human}`)
      return fetch(new URL('/mcp', server.url), { method: 'POST', headers, body: await request.text() })
    },
  })
  expect(statuses).toEqual([200, 200])
})
