// Records what the genuine CLI prints while it works through the pipeline against a rehearsal.
//   npx tsx scripts/record-streams.ts [--claude <path> | --newest] [--only <variant>]
// Another version of the CLI than the pinned one is recorded by naming it, or with --newest the newest of the registry.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { greetingProject, makeProject } from '../src/rehearsal/demo/project.ts'
import { loadPlaybook, startRehearsal, type Rehearsal } from '../src/rehearsal/index.ts'
import { startClaude, type Claude } from '../test/support/claude.ts'
import { pipelineGoal, pipelineRoster } from '../test/support/pipeline.ts'
import { createPlain } from './plain-stream.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Variant {
  playbook: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** What is done after the goal was put; the default waits for the leader's last words. */
  play?: (stage: { claude: Claude; rehearsal: Rehearsal }) => Promise<void>
}

const variants: Readonly<Record<string, Variant>> = {
  // Only here pieces of what is being written are recorded: they are three quarters of a stream.
  background: { playbook: 'pipeline', args: ['--include-partial-messages'] },
  foreground: { playbook: 'pipeline', env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } },
  'be-crashes': { playbook: 'pipeline-be-crashes' },
  'qa-fails': { playbook: 'pipeline-qa-fails' },
  stopped: { playbook: 'pipeline-held', play: stopMidway },
}

const { values } = parseArgs({
  options: { claude: { type: 'string' }, newest: { type: 'boolean' }, only: { type: 'string' } },
})
const cli = values.claude ?? (values.newest ? newestClaude() : at('../node_modules/.bin/claude'))
const [version = ''] = execFileSync(cli, ['--version'], { encoding: 'utf8' }).split(' ')
for (const [name, variant] of Object.entries(variants)) {
  if (values.only !== undefined && values.only !== name) continue
  const lines = await record(variant)
  writeFileSync(at(`../test/fixtures/streams/${version}-${name}.ndjson`), `${lines.join('\n')}\n`)
  console.log(`${version} ${name}: ${lines.length} lines, ${lines.join('\n').length} characters`)
}

function newestClaude(): string {
  const printed = execFileSync(process.execPath, [at('./fetch-newest.mjs')], { encoding: 'utf8' })
  const { folder }: { folder?: string } = JSON.parse(printed)
  if (folder === undefined) throw new Error(`The newest CLI could not be fetched: ${printed}`)
  return join(folder, 'claude')
}

async function record({ playbook, args = [], env = {}, play = waitForTheEnd }: Variant): Promise<string[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'iris-record-')))
  mkdirSync(join(root, 'home'))
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home') }
  const project = await makeProject(join(root, 'project'), greetingProject, inherited)
  const rehearsal = await startRehearsal({
    playbook: await loadPlaybook(at(`../playbooks/${playbook}.yaml`)),
  })
  const claude = startClaude({
    cli,
    cwd: project.path,
    args: [...args, `--agents=${JSON.stringify(pipelineRoster)}`],
    env: { ...rehearsal.env(), CLAUDE_CODE_MAX_RETRIES: '1', ...env },
  })
  try {
    claude.say(pipelineGoal)
    await play({ claude, rehearsal })
    await claude.end()
    const plain = createPlain({ [root]: '/iris', [claude.root]: '/iris' })
    return claude.events.map((event) => JSON.stringify(plain(event)))
  } finally {
    await claude.close()
    await rehearsal.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function waitForTheEnd({ claude }: { claude: Claude }): Promise<void> {
  await claude.next(({ type, result }) => type === 'result' && /^Done|^Not done/.test(String(result)))
}

async function stopMidway({ claude, rehearsal }: { claude: Claude; rehearsal: Rehearsal }): Promise<void> {
  await rehearsal.waiting('midway')
  await claude.next(({ type, result }) => type === 'result' && String(result).startsWith('One half'))
  claude.write({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } })
  await claude.next(({ type }) => type === 'control_response')
}
