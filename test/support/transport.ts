import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTransport, type AgentSpec } from '../../src/core/transport/index.ts'
import { openWorld } from '../../src/core/transport/pipe/world.suite.ts'
import type { TransportWorld } from '../../src/core/transport/transport.suite.ts'
import { systemClock } from '../../src/platform/clock/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'

/** The CLI that is tested; another version is checked by naming it. */
export const claudePath =
  process.env['IRIS_TEST_CLAUDE'] ?? fileURLToPath(new URL('../../node_modules/.bin/claude', import.meta.url))

/** A world with the genuine CLI, iris-pipe and a scripted model. */
export interface ClaudeWorld extends TransportWorld {
  rehearsal: Rehearsal
  /** The folder the agent works in. */
  project: string
  /** What the user said, as the model saw it last: every text of the last request. */
  texts(): string
}

/** Opens a world whose model answers from these lines. */
export async function openClaudeWorld(lines: (world: { file: string }) => string): Promise<ClaudeWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'iris-transport-')))
  for (const folder of ['home', 'config', 'project']) mkdirSync(join(root, folder))
  const project = join(root, 'project')
  // What a tool may read for ever.
  writeFileSync(join(project, 'story.txt'), 'Once upon a time\n')
  const file = join(root, 'touched')
  let texts = ''
  const rehearsal = await startRehearsal({
    playbook: parsePlaybook(`name: Transport\nlines:\n${lines({ file })}`),
    onRequest: (_, body) => (texts = JSON.stringify(body.messages)),
  })
  const pipes = await openWorld()
  const pipe = await pipes.open()
  return {
    transport: createTransport({ pipe, clock: systemClock }),
    pipe,
    rehearsal,
    project,
    file,
    texts: () => texts,
    spec: () => usualSpec({ root, rehearsal }),
    saved: (conversation) =>
      textOf(
        join(root, 'config', 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'), `${conversation}.jsonl`),
      ),
    modelCalls: () => rehearsal.requests().filter(({ kind }) => kind === 'turn').length,
    waiting: (gate) => rehearsal.waiting(gate),
    async reconnect() {
      pipe.close()
      await pipe.closed
      return createTransport({ pipe: await pipes.open(), clock: systemClock })
    },
    async close() {
      await pipes.close()
      await rehearsal.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function usualSpec(place: { root: string; rehearsal: Rehearsal }): Omit<AgentSpec, 'id' | 'conversation'> {
  const { root, rehearsal } = place
  return {
    command: [claudePath],
    cwd: join(root, 'project'),
    mcpServersFile: join(root, 'servers.json'),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(root, 'home'),
      CLAUDE_CONFIG_DIR: join(root, 'config'),
      ...rehearsal.env(),
      CLAUDE_CODE_MAX_RETRIES: '0',
      // A busy machine may be slow; the CLI goes on without its MCP servers after 5 s.
      MCP_CONNECT_TIMEOUT_MS: '60000',
    },
    permissionMode: 'default',
    model: 'claude-sonnet-4-5',
    settingSources: [],
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
