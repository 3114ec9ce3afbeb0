import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { connectPipe } from '../../src/core/transport/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { configFor } from '../support/teams.ts'

let home: string
let daemon: DaemonProcess
let rehearsal: Rehearsal

beforeEach(() => {
  home = realpathSync(makeHome('iris-works-on-', ''))
})
afterEach(async () => {
  await daemon.kill()
  const pipe = await connectPipe({ home, start: false, env: {} })
  await pipe.shutdown()
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** The CLI of root has its bypass only in a sandbox; elsewhere an agent allows itself. */
const ways = { 'by its bypass': { IS_SANDBOX: '1' }, 'as root, by itself': { IS_SANDBOX: '' } }
const eachWay = test.each(Object.entries(ways))

/** Four tools after a gate, each of which would be asked about. */
async function open(env: Record<string, string>): Promise<void> {
  const git = join(home, 'projects', 'alpha', '.git')
  const touch = (name: string) =>
    `[{ tool: { name: Bash, input: { command: 'touch ${home}/${name}', description: Touch } } }]`
  const lines = `
  - { when: { says: work }, reply: [{ text: "I begin." }, { gate: go }, { tool: { name: Bash, input: { command: 'touch ${home}/one', description: Touch } } }] }
  - { times: 1, when: { tool: Bash }, reply: ${touch('two')} }
  - { times: 1, when: { tool: Bash }, reply: [{ tool: { name: Write, input: { file_path: ${git}/config, content: new } } }] }
  - { times: 1, when: { tool: Write }, reply: [{ tool: { name: Bash, input: { command: 'curl -s http://127.0.0.1:9/', description: Fetch } } }] }
  - { when: { tool: Bash }, reply: 'Worked on: \${toolResult}' }
  - when: { says: choose }
    reply: [{ gate: choose }, { tool: { name: AskUserQuestion, input: { questions: [{ question: Which?, header: W, multiSelect: false, options: [{ label: A, description: a }, { label: B, description: b }] }] } } }]
  - { when: { tool: AskUserQuestion }, reply: 'Chosen: \${toolResult}' }
`
  rehearsal = await startRehearsal({ playbook: parsePlaybook(`name: Test\nlines:\n${lines}`) })
  const team = {
    grantPermission: 'yes',
    env,
    disallowedTools: ['Bash(curl:*)'],
  }
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, { teams: { alpha: team } }))
  daemon = await startDaemonProcess(home)
}
const touched = (name: string): boolean => existsSync(join(home, name))

eachWay(
  '[TEA67] [TEA18] while the daemon is dead an agent that is allowed everything uses its next tools and ends its turn, %s',
  async (_, env) => {
    await open(env)
    const { turn } = await daemon.tell('work')
    await rehearsal.waiting('go')
    await daemon.kill()
    rehearsal.open('go')
    await expect.poll(() => [touched('one'), touched('two')]).toEqual([true, true])
    await expect.poll(() => rehearsal.requests().filter(({ kind }) => kind === 'turn')).toHaveLength(5)
    // Even what the CLI asks about whatever else was allowed.
    expect(readFileSync(join(home, 'projects', 'alpha', '.git', 'config'), 'utf8')).toBe('new')
    daemon = await startDaemonProcess(home)
    await expect.poll(() => daemon.turn(turn)).toMatchObject({ how: 'answered' })
    // What the team may not do is denied as ever.
    expect((await daemon.turn(turn)).answer).toMatch(/Worked on: .*denied/)
    const printed = (await daemon.events('agent.printed')).map(({ data }) => (data as { line: string }).line)
    expect(printed.filter((line) => line.includes('"tool_result"'))).toHaveLength(4)
    expect(await daemon.asks()).toEqual([])
  },
)

eachWay('[TEA67] [INB1] a question to people is asked all the same, %s', async (_, env) => {
  await open(env)
  const { turn } = await daemon.tell('choose')
  await rehearsal.waiting('choose')
  await daemon.kill()
  rehearsal.open('choose')
  daemon = await startDaemonProcess(home)
  await expect.poll(() => daemon.asks()).toMatchObject([{ kind: 'question', turn, text: 'Which?' }])
})

eachWay(
  '[TEA67] an agent whose team no longer allows everything asks at its next tool, %s',
  async (_, env) => {
    await open(env)
    const { turn } = await daemon.tell('work')
    await rehearsal.waiting('go')
    await daemon.kill()
    const path = join(home, 'config.yaml')
    const config = parse(readFileSync(path, 'utf8')) as { teams: { alpha: { grantPermission: string } } }
    config.teams.alpha.grantPermission = 'ask'
    writeFileSync(path, stringify(config))
    daemon = await startDaemonProcess(home)
    const printed = async () => JSON.stringify(await daemon.events('agent.printed'))
    await expect.poll(printed).toMatch(/permissionMode[\\":]+default/)
    rehearsal.open('go')
    await expect.poll(() => daemon.asks()).toMatchObject([{ kind: 'permission', tool: 'Bash', turn }])
    expect(touched('one')).toBe(false)
  },
)
