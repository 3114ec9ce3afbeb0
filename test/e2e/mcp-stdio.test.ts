import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, type ProgressCallback } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daemonSocket, homeFiles } from '../../src/contract/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'
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

const socket = (): string => join(home, daemonSocket)

function pointTo(url: string): void {
  mkdirSync(home, { recursive: true })
  const address = { url, socket: socket(), pid: process.pid, version: '0' }
  writeFileSync(homeFiles(home).address, JSON.stringify(address))
  writeFileSync(homeFiles(home).token, `${secrets.human}\n`)
}

test.each(['legacy', 'auto'] as const)(
  '[BRG1] [BRG2] [BRG4] a real client (%s) works over iris mcp, cancels, and outlives a restart',
  async (mode) => {
    const play = playOrchestrator()
    let server = await serveMcp({ orchestrator: play.orchestrator, socket: socket() })
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
      server = await serveMcp({ orchestrator: play.orchestrator, socket: socket() })
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
  const closed = once(child, 'close')
  try {
    const printed: unknown[] = []
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => printed.push(JSON.parse(line)))
    const answered = once(lines, 'line')
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    await answered
    const { pid } = JSON.parse(readFileSync(homeFiles(home).address, 'utf8')) as { pid: number }
    expect(isAlive(pid)).toBe(true)
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(printed).toEqual([{ jsonrpc: '2.0', id: 1, result: expect.objectContaining({}) }])
    const [{ result }] = printed as [{ result: { tools: { name: string }[] } }]
    expect(result.tools.map(({ name }) => name)).toContain('team_tell')
  } finally {
    await iris(home, ['stop'])
  }
})
