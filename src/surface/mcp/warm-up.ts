import type { Identity } from '../../contract/index.ts'
import type { McpHandler } from './handler.ts'

const nobody: Identity = { role: 'observer', name: 'iris' }
const clientInfo = { name: 'iris', version: '0' }
const handshake = [
  { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
  { method: 'tools/list' },
]

/** Goes once through what every agent does first: the code behind it is compiled then, and the first agent need not wait. */
export async function warmUp(mcp: Pick<McpHandler, 'fetch'>): Promise<number[]> {
  const statuses: number[] = []
  for (const [id, message] of handshake.entries()) {
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
    })
    const response = await mcp.fetch(request, nobody)
    await response.text()
    statuses.push(response.status)
  }
  return statuses
}
