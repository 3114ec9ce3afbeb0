// Asks the genuine CLI what it does, against a rehearsal: no account, no key, nothing leaves the machine.
//   npx tsx scripts/probe-cli.ts <question> [--claude <path>] [--sdk <path of sdk.mjs>]
// docs/session-runner-research.md says what each answer means.
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../src/rehearsal/index.ts'
import { startClaude, type Claude, type CliEvent } from '../test/support/claude.ts'

const playbook = parsePlaybook(`
name: Probe
lines:
  - { when: { agent: sub, says: work }, reply: [{ text: I work. }, { gate: report }, { text: The report. }] }
  - { when: { agent: main, last: The report }, reply: I read the report. }
  - { when: { agent: main, says: remember }, reply: I will. }
  - { when: { agent: main, says: recall, heard: remember the word plum }, reply: The word is plum. }
  - { when: { agent: main, says: recall }, reply: I know no word. }
  - { when: { agent: main, says: hold }, reply: [{ text: Half. }, { gate: hold }, { text: Whole. }] }
  - when: { agent: main, says: delegate }
    reply: [{ tool: { name: Agent, input: { subagent_type: general-purpose, description: Work, prompt: work, run_in_background: true } } }]
  - { when: { agent: main, tool: Agent }, reply: It works. }
  - { when: { agent: main }, reply: 'You said: \${says}' }
`)

const { values, positionals } = parseArgs({
  options: { claude: { type: 'string' }, sdk: { type: 'string' } },
  allowPositionals: true,
})
const cli = values.claude ?? fileURLToPath(new URL('../node_modules/.bin/claude', import.meta.url))

interface Probe {
  rehearsal: Rehearsal
  /** What the CLI inherits. */
  env: Record<string, string>
  /** The same home and project for every CLI of one probe. */
  start: (...args: string[]) => Claude
}

const questions: Readonly<Record<string, (probe: Probe) => Promise<void>>> = {
  turns: askTurns,
  'during-a-turn': askDuringATurn,
  'plain-pipe': askPlainPipe,
  resume: askResume,
  interactive: askInteractive,
  sdk: askSdk,
  teammates: askTeammates,
  'closed-input': askClosedInput,
  'killed-leader': askKilledLeader,
}

const [question = ''] = positionals
const ask = questions[question]
if (!ask) {
  console.error(`Name a question: ${Object.keys(questions).join(', ')}`)
  process.exitCode = 4
} else {
  await withProbe(ask)
}

async function withProbe(run: (probe: Probe) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'iris-probe-')))
  const rehearsal = await startRehearsal({ playbook })
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...rehearsal.env(),
    HOME: root,
    CLAUDE_CONFIG_DIR: join(root, 'config'),
  }
  const started: Claude[] = []
  console.log(execFileSync(cli, ['--version'], { encoding: 'utf8' }).trim())
  try {
    await run({
      rehearsal,
      env,
      start(...args) {
        const claude = startClaude({ cli, cwd: root, args, env })
        started.push(claude)
        return claude
      },
    })
  } finally {
    for (const claude of started) await claude.close()
    await rehearsal.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function askTurns({ start }: Probe): Promise<void> {
  const claude = start()
  for (const text of ['one', 'two', 'three']) {
    claude.say(text)
    tell(`pid ${claude.pid}`, await claude.result())
  }
  const inits = claude.events.filter(({ subtype }) => subtype === 'init').length
  console.log(`three messages, one process: ${inits} times system/init, one result each`)
  const ended = Date.now()
  console.log(`end of input: exit ${await claude.end()} after ${Date.now() - ended} ms`)
}

async function askDuringATurn({ rehearsal, start }: Probe): Promise<void> {
  const claude = start()
  claude.say('hold')
  await rehearsal.waiting('hold')
  claude.say('second')
  claude.say('third')
  rehearsal.open('hold')
  await claude.end()
  for (const event of claude.events) if (event.type === 'result') tell('messages hold, second, third', event)
}

/** What the seed's runner did: text on standard input, one turn. */
async function askPlainPipe({ env }: Probe): Promise<void> {
  console.log(`two lines of text: ${await runToEnd(['-p', '--setting-sources='], env, 'one\ntwo\n')}`)
  for (const flag of ['--conversation', '--session']) {
    console.log(`${flag}: ${await runToEnd(['-p', flag, 'x', 'hello'], env)}`)
  }
}

function runToEnd(args: readonly string[], env: Record<string, string>, input = ''): Promise<string> {
  const child = spawn(cli, args, { env, cwd: env['HOME'], timeout: 60_000 })
  let printed = ''
  const collect = (chunk: Buffer): void => void (printed += chunk.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.stdin.end(input)
  return new Promise((resolve) =>
    child.once('close', (code) => resolve(`exit ${code}, ${JSON.stringify(printed.trim())}`)),
  )
}

async function askResume({ start }: Probe): Promise<void> {
  const id = randomUUID()
  const first = start(`--session-id=${id}`)
  first.say('remember the word plum')
  tell('first process', await first.result())
  await first.end()
  const begun = Date.now()
  const second = start(`--resume=${id}`)
  second.say('recall')
  const cold = await second.result()
  tell(`second process, ${Date.now() - begun} ms after its start`, cold)
  const again = Date.now()
  second.say('recall')
  await second.result()
  console.log(`the next turn on the open process takes ${Date.now() - again} ms`)
}

async function askInteractive({ env }: Probe): Promise<void> {
  const flags = ['--input-format=stream-json', '--output-format=stream-json', '--verbose']
  const line = { type: 'user', message: { role: 'user', content: 'one' } }
  const input = `${JSON.stringify(line)}\n`
  console.log(`without -p, not a terminal: ${(await runToEnd(flags, env, input)).slice(0, 400)}`)
}

async function askSdk({ env }: Probe): Promise<void> {
  if (values.sdk === undefined) {
    console.log(
      'Install @anthropic-ai/claude-agent-sdk outside this repository and name its sdk.mjs with --sdk.',
    )
    return
  }
  const { query } = (await import(pathToFileURL(values.sdk).href)) as {
    query: (options: object) => AsyncIterable<CliEvent>
  }
  const texts = ['one', 'two']
  const answers: (() => void)[] = []
  async function* prompts(): AsyncGenerator<object> {
    for (const text of texts) {
      yield { type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null }
      await new Promise<void>((answered) => answers.push(answered))
    }
  }
  const options = { pathToClaudeCodeExecutable: cli, settingSources: [], cwd: env['HOME'], env }
  for await (const message of query({ prompt: prompts(), options })) {
    if (message.type !== 'result') continue
    tell('query() with streaming input', message)
    answers.shift()?.()
  }
}

async function askTeammates({ rehearsal, start }: Probe): Promise<void> {
  const claude = start()
  claude.say('delegate')
  tell('the leader', await claude.result())
  await rehearsal.waiting('report')
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .filter((row) => row.trim().split(/\s+/)[1] === String(claude.pid))
  console.log(`child processes while the teammate works: ${children.length}`)
  rehearsal.open('report')
  tell('nobody wrote to its input', await claude.result())
}

async function askClosedInput({ rehearsal, start }: Probe): Promise<void> {
  const claude = start()
  claude.say('delegate')
  tell('the leader', await claude.result())
  await rehearsal.waiting('report')
  const ending = claude.end()
  rehearsal.open('report')
  console.log(`exit ${await ending}`)
  tell(
    'after the end of input',
    claude.events.findLast(({ type }) => type === 'result'),
  )
}

async function askKilledLeader({ rehearsal, env, start }: Probe): Promise<void> {
  const id = randomUUID()
  const claude = start(`--session-id=${id}`)
  claude.say('delegate')
  await claude.result()
  await rehearsal.waiting('report')
  // A conversation is saved a moment after the result.
  while (!saved(env, id).includes('It works.')) await new Promise((resolve) => setTimeout(resolve, 20))
  await claude.close()
  const second = start(`--resume=${id}`)
  second.say('hello')
  const lost = await second.next(({ subtype }) => subtype === 'task_notification')
  console.log(`resumed: task_notification ${String(lost['status'])}`)
  tell('and then', await second.next(({ type, num_turns }) => type === 'result' && num_turns !== 0))
}

/** The CLI's own record of a conversation. */
function saved(env: Record<string, string>, conversation: string): string {
  const folder = env['HOME']?.replaceAll(/[^A-Za-z0-9]/g, '-') ?? ''
  const file = join(env['CLAUDE_CONFIG_DIR'] ?? '', 'projects', folder, `${conversation}.jsonl`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function tell(what: string, result: CliEvent | undefined): void {
  const origin = (result?.['origin'] as { kind?: string } | undefined)?.kind ?? 'a message'
  console.log(`${what}: result ${JSON.stringify(result?.['result'])}, caused by ${origin}`)
}
