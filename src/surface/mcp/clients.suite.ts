import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { secrets } from '../../../test/support/mcp.ts'

/** The revisions of MCP that clients speak. */
export type Era = 'legacy' | 'modern'
export const eras: Era[] = ['legacy', 'modern']

/** Clients of one server; `end` closes all of them. */
export function mcpClients(url: () => string): {
  connect: (options?: { secret?: string; era?: Era; cwd?: string }) => Promise<Client>
  end: () => Promise<void>
} {
  const clients: Client[] = []
  return {
    async connect({ secret = secrets.human, era = 'legacy', cwd } = {}) {
      const client = new Client(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
      )
      const headers = {
        authorization: `Bearer ${secret}`,
        ...(cwd ? { 'x-iris-cwd': encodeURIComponent(cwd) } : {}),
      }
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', url()), { requestInit: { headers } }),
      )
      clients.push(client)
      return client
    },
    async end() {
      await Promise.all(clients.splice(0).map((client) => client.close()))
    },
  }
}

/** Calls a tool and gives what it said in structure. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>
}
