import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { createClient, type Client } from '../../src/client/index.ts'
import type { AnswerInput, Ask, EventEnvelope, TellOutcome } from '../../src/contract/index.ts'
import type { Inbox } from '../../src/core/inbox/index.ts'
import type { EventLog } from '../../src/core/store/index.ts'
import { createDaemon, type Daemon } from '../../src/daemon/index.ts'
import { parsePlaybook, startRehearsal, type Playbook, type Rehearsal } from '../../src/rehearsal/index.ts'
import type { Clock } from '../../src/platform/clock/index.ts'
import type { Caller, Orchestrator, Telling } from '../../src/teamwork/orchestrator/index.ts'
import { environmentOf, makeHome } from './daemon.ts'

/** A home with teams whose agents are the genuine CLI against a rehearsal. */
export interface TeamWorld {
  home: string
  daemon: Daemon
  client: Client
  orchestrator: Orchestrator
  inbox: Inbox
  rehearsal: Rehearsal
  user: Caller
  /** Bodies of the model calls that belong to turns, oldest first. */
  modelCalls: string[]
  tell(message: string, to?: string): Telling
  /** Tells and waits for the end. */
  ask(message: string, to?: string): Promise<TellOutcome>
  /** The oldest open ask. */
  openAsk(): Ask
  /** Answers the oldest open ask as a person. */
  answer(input: AnswerInput): Promise<Ask>
  events(...types: string[]): EventEnvelope[]
  /** The first event of a type after a number, now or later. */
  event(type: string, after?: number): Promise<EventEnvelope>
  /** Rewrites `claude.env` in config.yaml of the running daemon; resolves when that is in force. */
  setEnvironment(change: (env: Record<string, string>) => Record<string, string>): Promise<void>
  /** Stops the daemon in order and starts another on the same home. */
  restart(): Promise<void>
  end(): Promise<void>
}

export interface TeamWorldOptions {
  /** Lines of a playbook, as YAML. */
  lines?: string
  /** A whole playbook instead. */
  playbook?: Playbook
  teams?: Record<string, object>
  settings?: object
  /** The `agent` section of the config. */
  agent?: object
  /** Further sections of config.yaml. */
  sections?: object
  homeName?: string
  /** The time of its daemons; usually that of this machine. */
  clock?: Clock
  /** Shown the system prompt of every turn. */
  onSystem?: (system: string) => void
  /** Shown the names of the tools of every turn. */
  onTools?: (names: string[]) => void
  /** The CLI of Iris itself, where it is another than the usual one. */
  claudePath?: string
  /** Shown how long each answer may be. */
  onMaxTokens?: (most: number) => void
}

const Config = z.looseObject({ claude: z.looseObject({ env: z.record(z.string(), z.string()) }) })

export function configFor(home: string, rehearsal: Rehearsal, options: TeamWorldOptions): string {
  const teams = options.teams ?? { alpha: {} }
  const entries = Object.entries(teams).map(([name, team]) => {
    const path = join(home, 'projects', name)
    mkdirSync(path, { recursive: true })
    return [name, { path, grantPermission: 'yes', ...team }]
  })
  return stringify({
    settings: { httpPort: 0, ...options.settings },
    agent: options.agent ?? {},
    ...options.sections,
    claude: {
      // Another version of the CLI is checked by naming it.
      ...(process.env['IRIS_TEST_CLAUDE'] && { path: process.env['IRIS_TEST_CLAUDE'] }),
      ...(options.claudePath !== undefined && { path: options.claudePath }),
      model: 'claude-sonnet-4-5',
      env: {
        ...rehearsal.env(),
        HOME: home,
        CLAUDE_CONFIG_DIR: join(home, 'claude'),
        CLAUDE_CODE_MAX_RETRIES: '0',
        // A busy machine may be slow; the CLI goes on without its MCP servers after 5 s.
        MCP_CONNECT_TIMEOUT_MS: '60000',
      },
    },
    teams: Object.fromEntries(entries) as object,
  })
}

export async function openTeams(options: TeamWorldOptions): Promise<TeamWorld> {
  const modelCalls: string[] = []
  const rehearsal = await startRehearsal({
    playbook: options.playbook ?? parsePlaybook(`name: Test\nlines:\n${options.lines ?? ''}`),
    onRequest: (request, body) => {
      if (request.kind !== 'turn') return
      modelCalls.push(JSON.stringify(body.messages))
      options.onSystem?.(JSON.stringify(body.system))
      options.onTools?.(namesIn(body.tools))
      options.onMaxTokens?.(body.max_tokens ?? 0)
    },
  })
  const home = realpathSync(makeHome(options.homeName ?? 'iris-teams-', ''))
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, options))
  const { clock } = options
  const open = () => createDaemon({ environment: environmentOf(home), ...(clock && { clock }) })
  const world: TeamWorld = {
    home,
    rehearsal,
    modelCalls,
    user: { name: 'user', kind: 'human' },
    ...parts(await open()),
    tell: (message, to = 'alpha') =>
      world.orchestrator.tell(world.user, { to, message, patience: { until: 'ended' } }),
    ask: (message, to) => world.tell(message, to).outcome,
    openAsk() {
      const [ask] = world.inbox.list({ state: 'open', limit: 1 }).asks
      if (!ask) throw new Error('nothing is asked')
      return ask
    },
    answer: (input) =>
      world.inbox.answer(world.openAsk().ask, { who: { kind: 'human', name: 'user' }, input }),
    events: (...types) => allOf(world.daemon.log, types),
    async event(type, after = 0) {
      for await (const [first] of world.daemon.log.tail({ after, types: [type] })) if (first) return first
      throw new Error('the log ended')
    },
    async setEnvironment(change) {
      const file = join(home, 'config.yaml')
      const { claude, ...rest } = Config.parse(parse(readFileSync(file, 'utf8')))
      const after = world.daemon.log.head()
      writeFileSync(file, stringify({ ...rest, claude: { ...claude, env: change(claude.env) } }))
      await world.event('config.loaded', after)
    },
    async restart() {
      await world.daemon.close('restart')
      Object.assign(world, parts(await open()))
    },
    async end() {
      await endSessions(world.orchestrator)
      await world.daemon.close('test ended')
      await rehearsal.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return world
}

function namesIn(tools: unknown): string[] {
  return z
    .array(z.object({ name: z.string() }))
    .catch([])
    .parse(tools)
    .map(({ name }) => name)
}

async function endSessions(orchestrator: Orchestrator): Promise<void> {
  const sessions = orchestrator.sessions()
  await Promise.all(sessions.map(({ from, to }) => orchestrator.remove({ name: from, kind: 'human' }, to)))
}

function parts(daemon: Daemon): Pick<TeamWorld, 'daemon' | 'client' | 'orchestrator' | 'inbox'> {
  return {
    daemon,
    client: createClient({ url: daemon.url, token: daemon.token }),
    orchestrator: daemon.orchestrator,
    inbox: daemon.inbox,
  }
}

/** Settles when the agent has said this much of its turn. */
export function heard(telling: Telling, text: string): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    telling.progress$.subscribe({
      next(progress) {
        if (progress.kind !== 'line' || progress.line.event.kind !== 'delta') return
        said += progress.line.event.text
        if (said.includes(text)) resolve()
      },
      complete: () => reject(new Error(`the turn ended after: ${said}`)),
    })
  })
}

/** A program that speaks as much stream-json as a test wants: `onUser` is JavaScript run for each message, `first` once. */
export function writeFakeClaude(path: string, onUser: string, first = ''): string {
  const lines = [
    '#!/usr/bin/env node',
    first,
    "const say = (line) => process.stdout.write((typeof line === 'string' ? line : JSON.stringify(line)) + '\\n')",
    "const id = process.argv[process.argv.findIndex((word) => /^--(session-id|resume)$/.test(word)) + 1] ?? ''",
    "const init = () => say({ type: 'system', subtype: 'init', session_id: id, model: 'fake', tools: [], mcp_servers: [{ name: 'iris', status: 'connected' }] })",
    "const words = (text) => say({ type: 'assistant', session_id: id, message: { id: 'm', model: 'fake', content: [{ type: 'text', text }] } })",
    "const result = (text, more) => say({ type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: text, session_id: id, total_cost_usd: 0.5, usage: {}, modelUsage: {}, ...more })",
    "require('readline').createInterface({ input: process.stdin }).on('line', (line) => {",
    '  const message = JSON.parse(line)',
    "  if (message.type === 'control_request') say({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response: {} } })",
    "  if (message.type !== 'user') return",
    '  const text = message.message.content',
    `  ${onUser}`,
    "}).on('close', () => process.stdout.write('', () => process.exit(0)))",
    '',
  ]
  writeFileSync(path, lines.join('\n'))
  chmodSync(path, 0o755)
  return path
}

/** Every event of these types, page by page. */
function allOf(log: EventLog, types: string[]): EventEnvelope[] {
  const all: EventEnvelope[] = []
  let after = 0
  while (after < log.head()) {
    const { events, next } = log.read({ types, after, limit: 1000 })
    all.push(...events)
    after = next
  }
  return all
}
