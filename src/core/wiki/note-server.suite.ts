import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { linksIn, relinked } from './links.ts'

/** A small wiki server over MCP, with the tools of otterwiki-mcp and what they say. */
export interface NoteServer {
  url: string
  /** What it answers to each tool instead, as the server does when the wiki behind it is away. */
  fault: string | undefined
  close(): Promise<void>
}

interface Version {
  revision: string
  text: string | null
  message: string
  date: string
}

type Args = Record<string, string | undefined>

export async function startNoteServer(authorization: string): Promise<NoteServer> {
  const tools = notes()
  let isStream = false
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, session }) => {
      isStream = !isStream
      // Servers may answer either way.
      const type = isStream ? 'text/event-stream' : 'application/json'
      response.writeHead(status, { 'content-type': type, ...(session && { 'mcp-session-id': 'one' }) })
      const json = JSON.stringify(body)
      return response.end(isStream ? `event: message\ndata: ${json}\n\n` : json)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const started: NoteServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return started

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: unknown; session?: true }> {
    const { id, method, params } = JSON.parse(await text(request)) as {
      id?: number
      method: string
      params?: { name: string; arguments: Args }
    }
    if (request.headers.authorization !== authorization) return { status: 401, body: {} }
    if (method === 'initialize') {
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        serverInfo: { name: 'notes', version: '1' },
      }
      return { status: 200, body: { jsonrpc: '2.0', id, result }, session: true }
    }
    if (method !== 'tools/call' || !params) return { status: 202, body: {} }
    if (request.headers['mcp-session-id'] !== 'one') return { status: 404, body: {} }
    const said = started.fault ?? tools[params.name]?.(params.arguments) ?? 'Unknown tool'
    const result = { content: [{ type: 'text', text: said }], structuredContent: { result: said } }
    return { status: 200, body: { jsonrpc: '2.0', id, result } }
  }
}

function notes(): Record<string, (args: Args) => string> {
  const all = new Map<string, Version[]>()
  const now = (path: string): Version | undefined => {
    const last = all.get(path)?.at(-1)
    return last?.text == null ? undefined : last
  }
  const put = (path: string, content: string | null, message = ''): string => {
    const past = all.get(path) ?? []
    const revision = createHash('sha1').update(`${path} ${past.length} ${content}`).digest('hex')
    all.set(path, [...past, { revision, text: content, message, date: new Date(0).toISOString() }])
    return revision
  }
  const living = (): string[] => [...all.keys()].filter(now).toSorted()
  const missing = (path: string): string => `Page not found: ${path}. Use write_note to create it.`
  const to = (path: string): string[] => linksIn(now(path)?.text ?? '')
  const from = (path: string): string[] => living().filter((other) => to(other).includes(path))
  const items = (list: readonly string[]): string =>
    list.length === 0 ? '  (none)' : list.map((one) => `  - ${one}`).join('\n')
  return {
    read_note: ({ path = '', revision }) => {
      const found = revision ? all.get(path)?.find((one) => one.revision.startsWith(revision)) : now(path)
      if (found?.text == null) return missing(path)
      const head = `# ${path}\nPath: ${path}\nRevision: ${found.revision}\nCategory: plan | Tags: a, b`
      return `${head}\nLinked from: Home\n\n---\n${found.text}`
    },
    write_note: ({ path = '', content = '', revision, commit_message: message }) => {
      const there = now(path)
      if (there && !revision) return 'Conflict: read the page first. Read the page again.'
      if (revision && !there?.revision.startsWith(revision))
        return 'Conflict: it was changed. Read the page again.'
      const made = put(path, content, message)
      return `${there ? 'Updated' : 'Created'} ${path} (revision: ${made.slice(0, 8)})`
    },
    delete_note: ({ path = '', commit_message: message }) => (put(path, null, message), `Deleted ${path}`),
    list_notes: ({ prefix = '' }) => {
      const found = living().filter((path) => path.startsWith(prefix))
      const about = ['no metadata', 'category: plan (old), tags: a, b', 'last updated: 2026-03-08']
      const lines = found.map((path, at) => `- ${path} (${about[at % 3]}, 3 words)`)
      return [`Found ${found.length} notes:`, '', ...lines].join('\n')
    },
    search_notes: ({ query = '' }) => {
      const found = living().filter((path) => now(path)?.text?.includes(query))
      const lines = found.flatMap((path, at) => [
        `${at + 1}. ${path} (score: 1.00)`,
        `   ${now(path)?.text?.trim()}`,
        '',
      ])
      return [`${found.length} results for "${query}":`, '', ...lines].join('\n').trimEnd()
    },
    get_links: ({ path = '' }) =>
      `Links for ${path}:\n\nLinks to (${to(path).length}):\n${items(to(path))}\nLinked from (${from(path).length}):\n${items(from(path))}`,
    get_history: ({ path = '' }) => {
      const past = (all.get(path) ?? []).toReversed()
      const lines = past.flatMap(({ revision, date, message }) => [
        `- ${revision.slice(0, 8)} | ${date} | Claude (MCP)`,
        `  [mcp] ${message}`,
      ])
      if (past.length === 0) return `No history for ${path}.`
      return [`History for ${path} (${past.length} revisions):`, '', ...lines].join('\n')
    },
    find_orphaned_notes: () => {
      const found = living().filter((path) => from(path).length === 0)
      if (found.length === 0) return 'No orphaned notes found. All pages have at least one incoming link.'
      return [
        `Found ${found.length} orphaned notes (no incoming links from any other page):`,
        '',
        ...found.map((path) => `- ${path}`),
      ].join('\n')
    },
    rename_note: ({ path = '', new_path: next = '' }) => {
      const others = from(path)
      const revision = put(next, now(path)?.text ?? '')
      put(path, null)
      for (const other of others) put(other, relinked(now(other)?.text ?? '', path, next))
      const updated =
        others.length > 0
          ? `Updated ${others.length} backreferences:\n${items(others)}`
          : 'No backreferences needed updating.'
      return `Renamed ${path} -> ${next} (revision: ${revision.slice(0, 8)})\n${updated}`
    },
  }
}
