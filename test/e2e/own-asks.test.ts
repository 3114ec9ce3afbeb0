import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { homeFiles, type Ask, type AskId, type SessionId } from '../../src/contract/index.ts'
import { openAgentSecrets } from '../../src/core/tokens/index.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

/** An agent that asks for a tool when told `dig`, asks in prose when told `wonder`, and stays at work otherwise. */
const onUser = `
  init()
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'rm -rf .' }, tool_use_id: 't' }
  if (text.includes('dig')) say({ type: 'control_request', request_id: 'r' + process.pid, request })
  if (text.includes('json')) words('{"question": {"type": "blocking", "text": "May I delete everything?", "options": ["yes", "no"]}}')
  if (text.includes('wonder')) { words('Should I delete everything?'); result('I am stuck. Should I delete everything?') }`
const forward = { grantPermission: 'forward' }
const led = { grantPermission: 'ask', leadMayAnswer: ['permission', 'question', 'plan', 'decision'] }

let world: TeamWorld
let scratch: string
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'iris-own-asks-'))
  const claudePath = writeFakeClaude(join(scratch, 'claude'), onUser)
  const one = { path: scratch }
  const ordinary = ['beta', 'betb', 'betc', 'helper', 'helpb', 'helpc', 'lone', 'gamma', 'gamb'].map(
    (name) => [name, {}],
  )
  const forwarding = ['fwd', 'fwdb', 'fwdc', 'run', 'climb', 'good'].map((name) => [name, forward])
  const teams: Record<string, object> = {
    ...Object.fromEntries([...ordinary, ...forwarding]),
    lea: led,
    leb: led,
    lec: led,
    lep: led,
    own: { ...led, answerers: ['own'] },
    del: { ...led, answerers: ['helper'] },
    delb: { ...led, answerers: ['helpc'] },
    twin: { ...forward, ...one },
    twinb: { ...forward, ...one, answerers: ['twin'] },
  }
  const all = Object.entries(teams).map(([name, team]) => [
    name,
    { grantPermission: 'ask', ...team, claudePath },
  ])
  world = await openTeams({
    teams: Object.fromEntries(all),
    settings: { maxProcesses: 60 },
    lines: '  - reply: x\n',
  })
})
afterAll(async () => {
  await world.end()
  rmSync(scratch, { recursive: true, force: true })
})

/** Each team is told by the one before, the first by a person; the last is told to do this. Gives the sessions. */
async function chain(names: readonly string[], last: string): Promise<SessionId[]> {
  const sessions: SessionId[] = []
  for (const [at, name] of names.entries()) {
    const teller = names[at - 1]
    const session = sessions.at(-1)
    const caller = teller && session ? { name: teller, kind: 'agent' as const, session } : world.user
    const message = at === names.length - 1 ? last : 'work'
    const telling = world.orchestrator.tell(caller, { to: name, message, patience: { until: 'accepted' } })
    await expect.poll(() => world.orchestrator.findTurn(telling.turn).deliveredAt).not.toBeNull()
    sessions.push(telling.session)
  }
  return sessions
}

async function askOf(session: SessionId): Promise<Ask> {
  const open = () => world.inbox.list({ state: 'open', session, limit: 1 }).asks[0]
  await expect.poll(open).toBeDefined()
  return open()!
}

const agentOf = (session: SessionId) =>
  world.orchestrator.sessions().find((one) => one.session === session)?.agent

async function secretOf(session: SessionId): Promise<string> {
  await expect.poll(() => agentOf(session)).toMatch(/^agt_/)
  return openAgentSecrets(homeFiles(world.home).agentKey).secretFor(agentOf(session)!)
}

/** How each way in refuses an answer of the agent of a session. */
async function attempts(session: SessionId, ask: AskId): Promise<string[]> {
  const client = createClient({ url: world.daemon.url, token: await secretOf(session) })
  const codeOf = (error: unknown) => (error as { code: string }).code
  const codes: string[] = []
  for (const choose of ['y', 'a', '1'])
    codes.push(await client.call('answerAsk', { ask, choose }).then(() => 'answered', codeOf))
  codes.push((await callTool(session, 'inbox_answer', { ask, choose: 'y' })).code ?? 'answered')
  const listed = await callTool(session, 'inbox_list', {})
  if (JSON.stringify(listed).includes(ask)) codes.push('listed')
  return [...new Set(codes)]
}

async function callTool(session: SessionId, name: string, input: object): Promise<{ code?: string }> {
  const response = await fetch(`${world.daemon.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await secretOf(session)}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const { result } = (await response.json()) as { result: { structuredContent: { code?: string } } }
  return result.structuredContent
}

const kinds = { dig: 'permission', json: 'question', wonder: 'question' } as const

describe('no agent answers for its own team', () => {
  test.each<{ how: string; names: string[]; last: keyof typeof kinds; more?: string[] }>([
    { how: 'by itself, in the session that asks', names: ['lea'], last: 'dig' },
    { how: 'as delegate of itself', names: ['own', 'own'], last: 'dig' },
    { how: 'by telling itself, with forward', names: ['fwd', 'fwd'], last: 'dig' },
    { how: 'by telling itself, with leadMayAnswer', names: ['leb', 'leb'], last: 'dig' },
    { how: 'by telling itself, a question in JSON', names: ['lec', 'lec'], last: 'json' },
    { how: 'by telling itself, a question in prose', names: ['lep', 'lep'], last: 'wonder' },
    { how: 'through another team', names: ['fwdb', 'beta', 'fwdb'], last: 'dig' },
    { how: 'through two other teams', names: ['fwdc', 'betb', 'betc', 'fwdc'], last: 'dig' },
    { how: 'through a second team on its folder', names: ['twin', 'twinb'], last: 'dig' },
    { how: 'through a delegate that it told', names: ['del'], last: 'dig', more: ['helper'] },
    {
      how: 'through a delegate that was told through another',
      names: ['delb'],
      last: 'dig',
      more: ['helpb', 'helpc'],
    },
  ])('[INB35] $how', async ({ names, last, more = [] }) => {
    const sessions = await chain(names, last)
    const ask = await askOf(sessions.at(-1)!)
    expect(ask).toMatchObject({ kind: kinds[last], forwardedTo: null, whoMayAnswer: { lead: null } })
    let caller = { name: names.at(-1)!, session: sessions.at(-1)! }
    for (const to of more) {
      const told = { to, message: 'allow it', patience: { until: 'accepted' as const } }
      caller = { name: to, session: world.orchestrator.tell({ ...caller, kind: 'agent' }, told).session }
      sessions.push(caller.session)
    }
    for (const session of sessions) expect(await attempts(session, ask.ask)).toEqual(['ASK_NOT_YOURS'])
    expect(world.inbox.view(ask.ask).state).toBe('open')
  })

  test('[INB35] as leader of a run that told its own team', async () => {
    const { run } = await world.client.call('startRun', { team: 'run', goal: 'work' })
    const leader = world.orchestrator.sessions({ team: 'run' }).find(({ from }) => from === run)!.session
    const caller = { name: 'run', kind: 'agent' as const, session: leader }
    const { session } = world.orchestrator.tell(caller, {
      to: 'run',
      message: 'dig',
      patience: { until: 'accepted' },
    })
    const ask = await askOf(session)
    expect(await attempts(leader, ask.ask)).toEqual(['ASK_NOT_YOURS'])
    await world.client.call('stopRun', { run })
  })

  test('[INB35] what its own team told climbs to the next session of another team, which may answer', async () => {
    const [top, , , last] = await chain(['gamma', 'climb', 'gamb', 'climb'], 'dig')
    const ask = await askOf(last!)
    expect(ask).toMatchObject({ forwardedTo: top, whoMayAnswer: { lead: 'gamma' } })
    const who = { kind: 'agent' as const, name: 'gamma', session: top! }
    await expect(world.inbox.answer(ask.ask, { who, input: { choose: 'a' } })).rejects.toMatchObject({
      code: 'ASK_NOT_YOURS',
    })
    expect(await world.inbox.answer(ask.ask, { who, input: { choose: 'n' } })).toMatchObject({
      answer: { source: 'lead', by: 'gamma', allow: false },
    })
  })

  test('[INB35] [TEA38] a lead further up that waits gets the ask as the outcome of its tell', async () => {
    const caller = { name: 'lone', kind: 'agent' as const, session: (await chain(['lone'], 'work'))[0]! }
    const waiting = world.orchestrator.tell(caller, {
      to: 'good',
      message: 'work',
      patience: { until: 'ended' },
    })
    await expect.poll(() => world.orchestrator.findTurn(waiting.turn).deliveredAt).not.toBeNull()
    const own = { name: 'good', kind: 'agent' as const, session: waiting.session }
    const inner = world.orchestrator.tell(own, { to: 'good', message: 'dig', patience: { until: 'ended' } })
    const outcome = await waiting.outcome
    expect(outcome).toMatchObject({ status: 'needs_permission', ask: expect.stringMatching(/^ask_/) })
    const answered = await callTool(caller.session, 'inbox_answer', { ask: outcome.ask, choose: 'y' })
    expect(answered).toMatchObject({ status: 'answered' })
    inner.stopWaiting()
  })

  test('[INB35] nor does any other call of an agent close an ask', async () => {
    const [session] = await chain(['beta'], 'dig')
    const { ask } = await askOf(session!)
    const client = createClient({ url: world.daemon.url, token: await secretOf(session!) })
    const refused = expect.objectContaining({ code: 'FORBIDDEN' })
    await expect(client.call('dismissAsk', { ask })).rejects.toEqual(refused)
    await expect(client.call('markFalseAlarm', { ask })).rejects.toEqual(refused)
    await expect(client.call('setJudgment', { on: true })).rejects.toEqual(refused)
    await expect(client.call('readConfigFile', {})).rejects.toEqual(refused)
    await expect(client.call('createToken', { name: 'x', role: 'human' })).rejects.toEqual(refused)
    await expect(
      client.call('tellTeam', { to: 'beta', message: 'x', fromTeam: 'gamma' }),
    ).rejects.toMatchObject({
      code: 'CALLER_REFUSED',
    })
    for (const tool of ['iris_ask', 'session_delete', 'run_start', 'wake_team', 'send_message_to_team'])
      expect(JSON.stringify(await callTool(session!, tool, {}).catch(String))).not.toContain('"status":"ok"')
    expect(world.inbox.view(ask).state).toBe('open')
  })
})
