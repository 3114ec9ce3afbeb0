import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, type ProgressCallback } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { homeFiles } from '../../src/contract/index.ts'
import { makeHome } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { playOrchestrator, secrets, serveMcp } from '../support/mcp.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin', 'iris.js')
let home: string
beforeEach(() => {
  home = makeHome()
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function environment(): Record<string, string> {
  return { ...process.env, IRIS_HOME: home, HOME: home } as Record<string, string>
}

function pointTo(url: string): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(homeFiles(home).address, JSON.stringify({ url, pid: process.pid, version: '0' }))
  writeFileSync(homeFiles(home).token, `${secrets.human}\n`)
}

test.each(['legacy', 'auto'] as const)(
  '[BRG1] [BRG2] [BRG4] a real client (%s) works over iris mcp, cancels, and outlives a restart',
  async (mode) => {
    const play = playOrchestrator()
    let server = await serveMcp({ orchestrator: play.orchestrator })
    pointTo(server.url)
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const env = environment()
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], env, stderr: 'pipe' }),
    )
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('team_tell')
      const call = { name: 'team_tell', arguments: { to: 'alpha', message: 'hello' } }
      let onprogress: ProgressCallback = () => undefined
      const shown = new Promise((resolve) => (onprogress = ({ message }) => resolve(message)))
      const answer = client.callTool(call, { onprogress })
      const turn = await play.told()
      expect(await shown).toBe('delivered')
      turn.ends('hello yourself')
      expect((await answer).structuredContent).toMatchObject({ text: 'hello yourself' })

      const stop = new AbortController()
      const dropped = client.callTool(call, { signal: stop.signal })
      const refused = expect(dropped).rejects.toThrow()
      await play.told()
      stop.abort()
      await refused
      await server.idle(0)

      await server.end()
      server = await serveMcp({ orchestrator: play.orchestrator })
      pointTo(server.url)
      const after = client.callTool(call)
      ;(await play.told()).ends('back again')
      expect((await after).structuredContent).toMatchObject({ text: 'back again' })
    } finally {
      await client.close()
      await server.end()
    }
  },
)

test('[BRG3] [BRG8] without a daemon the bridge starts one, says only protocol, and ends with its client', async () => {
  const child = spawn(process.execPath, [bin, 'mcp'], { env: environment() })
  try {
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
    for (const line of stdout.trim().split('\n').filter(Boolean))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    expect(JSON.parse(readFileSync(homeFiles(home).address, 'utf8'))).toMatchObject({
      url: expect.any(String),
    })
  } finally {
    await iris(home, ['stop'])
  }
})
