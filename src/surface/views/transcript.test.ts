import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProblem, newId, type EventEnvelope, type TurnMark } from '../../contract/index.ts'
import {
  editsOf,
  isTrouble,
  lookFrom,
  laneWords,
  momentWords,
  placeOf,
  timelineOf,
  tookOfUse,
  transcriptOf,
  writtenWith,
  type Item,
  type Written,
} from './index.ts'

const session = newId('ses')
const turn = newId('trn')
const agent = newId('agt')
let seq = 0

function event(type: string, data: object, more: Partial<EventEnvelope> = {}): EventEnvelope {
  seq += 1
  return { seq, at: seq * 1000, type, v: 1, session, turn, agent, data, ...more }
}
const printed = (line: object | string) =>
  event('agent.printed', { line: typeof line === 'string' ? line : JSON.stringify(line) })
const says = (content: object[], more = {}) => printed({ type: 'assistant', message: { content }, ...more })
const uses = (id: string, name: string, input: object) => says([{ type: 'tool_use', id, name, input }])
const returns = (id: string, content: string, isError = false) =>
  printed({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
  })
const read = (events: EventEnvelope[]) => transcriptOf(events, { name: 'shop', role: 'team' })
const kinds = (items: Item[]) => items.map(({ kind }) => kind)

describe('transcript', () => {
  test('[DSH56] the end of a dropped turn says which one it was, because it stands in the middle of another', () => {
    const dropped = { turn: newId('trn') }
    const told = (preview: string, more = {}) =>
      event('turn.accepted', { from: 'user', preview, bytes: preview.length }, more)
    const end = event('turn.ended', { how: 'cancelled', preview: '', costUsd: null, advice: null }, dropped)
    const words = (events: EventEnvelope[]) => read(events).at(-1)
    expect(words([told('Fix it'), told('And then?', dropped), end])).toMatchObject({
      kind: 'ended',
      words: '“And then?” dropped before it ran',
    })
    expect(words([end])).toMatchObject({ kind: 'ended', words: 'dropped before it ran' })
  })

  test('[DSH13] reading in a row is one item whatever lies between in results; talk and edits divide it', () => {
    const items = read([
      uses('1', 'Read', { file_path: 'a' }),
      returns('1', 'text'),
      uses('2', 'Grep', { pattern: 'x' }),
      returns('2', 'none', true),
      uses('3', 'Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }),
      uses('4', 'Glob', { pattern: '*' }),
      says([{ type: 'text', text: 'Done' }]),
    ])
    expect(kinds(items)).toEqual(['banner', 'looked', 'edited', 'looked', 'said'])
    expect(items[1]).toMatchObject({ uses: [{ result: { text: 'text' } }, { result: { isError: true } }] })
    expect(items.map(isTrouble)).toEqual([false, true, false, false, false])
  })

  test('[DSH60] a pruned turn says so once and shows how its answer began', () => {
    const items = read([
      event('turn.accepted', { from: 'user', to: 'shop', preview: 'mend it', bytes: 7 }),
      event('agent.printed', { line: '', pruned: true }),
      event('agent.printed', { line: '', pruned: true }),
      event('turn.ended', { how: 'answered', preview: 'It is mended.', costUsd: null, advice: null }),
    ])
    expect(items).toMatchObject([
      { kind: 'told' },
      { kind: 'note', words: 'What the agent did here was pruned.' },
      { kind: 'said', text: 'It is mended.' },
      { kind: 'ended' },
    ])
    const half = read([
      event('agent.printed', { line: '', pruned: true }),
      says([{ type: 'text', text: 'It is mended.' }]),
      event('turn.ended', { how: 'answered', preview: 'It is mended.', costUsd: null, advice: null }),
    ])
    expect(half.filter(({ kind }) => kind === 'said')).toHaveLength(1)
  })

  test('[DSH41] an event is shown by the item it brought something back to, else by the last that began', () => {
    const events = [
      uses('1', 'Bash', { command: 'one' }),
      uses('2', 'Bash', { command: 'two' }),
      returns('1', 'no', true),
      says([{ type: 'text', text: 'Done' }]),
    ]
    const items = read(events)
    const places = events.map((one) => kinds(items)[placeOf(items, one.seq)])
    expect([places, placeOf(items, events[2]!.seq)]).toEqual([['ran', 'ran', 'ran', 'said'], 1])
    expect(placeOf(items, 0)).toBe(0)
    expect(events.map(isProblem)).toEqual([false, false, true, false])
  })

  test('[DSH41] the next problem is looked for from where the reader went, else from what is on the screen', () => {
    const events = Array.from({ length: 9 }, (_, n) => says([{ type: 'text', text: `Step ${n}` }]))
    const items = read(events)
    const seqOf = (place: number) => items[place]!.seq
    const shown = { items, first: 3, last: 5 }
    expect([1, -1].map((way) => lookFrom(shown, null, way === 1 ? 1 : -1))).toEqual([seqOf(3) - 1, seqOf(6)])
    expect(lookFrom(shown, seqOf(4), 1)).toBe(seqOf(4))
    expect(lookFrom(shown, seqOf(8), 1)).toBe(seqOf(3) - 1)
    expect(lookFrom({ ...shown, last: items.length - 1 }, seqOf(1), -1)).toBe(Number.MAX_SAFE_INTEGER)
    expect(lookFrom({ items: [], first: 0, last: 0 }, null, 1)).toBe(0)
  })

  test('[DSH41] no line that an agent prints is a fault to who looks for problems', () => {
    const line = fc.oneof(fc.string(), fc.json()).map((words) => `${words}"is_error":true`)
    fc.assert(fc.property(line, (words) => !isProblem(printed(words))))
    fc.assert(
      fc.property(fc.json(), (words) => !isProblem(printed(`{"message":${words},"x":{"is_error":true}}`))),
    )
  })

  test('[DSH13] a banner stands where somebody else begins to speak, with the role and task of a helper', () => {
    const items = read([
      uses('t', 'Task', { subagent_type: 'qa', description: 'Check it', prompt: 'Please check' }),
      says([{ type: 'tool_use', id: 's', name: 'Bash', input: { command: 'npm test' } }], {
        parent_tool_use_id: 't',
      }),
      says([{ type: 'text', text: 'All good' }]),
    ])
    expect(kinds(items)).toEqual(['banner', 'message', 'banner', 'ran', 'banner', 'said'])
    expect(items[1]).toMatchObject({ from: 'shop', to: 'qa', words: 'Please check' })
    expect(items[2]).toMatchObject({ name: 'qa', phase: 'Check it', isHelper: true })
  })

  test('[DSH13] teammates are called by their names, and a banner says what is done meanwhile', () => {
    const mates = [{ id: 'task1', name: 'Paula', role: 'pm' }]
    const turned = event('turn.ended', { how: 'answered' })
    const events = [
      event('turn.accepted', { from: 'user', preview: 'Make a shop', bytes: 11 }),
      uses('t', 'Task', { subagent_type: 'pm', description: 'Write it down', prompt: 'Please' }),
      event('teammate.started', { teammate: 'task1', name: 'Paula', description: 'Write it down' }),
      says([{ type: 'text', text: 'What for?' }], { parent_tool_use_id: 't' }),
      says([{ type: 'tool_use', id: 'm', name: 'SendMessage', input: { to: 'task1', message: 'All' } }]),
      event('teammate.ended', { teammate: 'task1', how: 'completed', summary: 'Written.' }),
      turned,
      uses('p', 'TodoWrite', { todos: [{ content: 'Build it', status: 'in_progress' }] }),
      { ...turned, seq: turned.seq + 10 },
      says([{ type: 'text', text: 'On it' }]),
    ]
    const items = transcriptOf(events, { name: 'shop', role: 'leader', mates })
    const banners = items.filter((item) => item.kind === 'banner')
    expect(banners.map(({ name, role, phase }) => [name, role, phase])).toEqual([
      ['shop', 'leader', ''],
      ['Paula', 'pm', 'Write it down'],
      ['shop', 'leader', 'while Paula works'],
      ['shop', 'leader', 'Make a shop'],
      ['shop', 'leader', 'Build it'],
    ])
    const cards = items.filter((item) => item.kind === 'message')
    expect(cards.map(({ from, to }) => `${from} → ${to}`)).toEqual(['shop → Paula', 'shop → Paula'])
    const notes = items.flatMap((item) => (item.kind === 'note' ? item.words : []))
    expect(notes).toContain('Paula is done. Written.')
    const alone = read([event('teammate.ended', { teammate: 'x', how: 'stopped', summary: '' })])
    expect(alone[0]).toMatchObject({ words: 'A teammate was stopped.' })
  })

  test('[DSH13] what was told, asked, planned and how it ended is in order', () => {
    const ask = newId('ask')
    const items = read([
      event('turn.accepted', { from: 'user', to: 'shop', preview: 'Do it', bytes: 5 }),
      event('turn.delivered', { agent }),
      uses('p', 'TodoWrite', { todos: [{ content: 'One', status: 'completed' }, { content: 'Two' }] }),
      event('ask.opened', { ask, tool: 'Bash', text: 'rm -rf /' }),
      event('ask.answered', { ask, allow: false, by: 'user' }),
      event('agent.exited', { code: 1, signal: null }),
      event('turn.ended', { how: 'failed', costUsd: 0.5, advice: 'Tell it again' }),
    ])
    expect(kinds(items)).toEqual(['told', 'banner', 'planned', 'ask', 'note', 'ended'])
    expect(items[2]).toMatchObject({ todos: [{ state: 'completed' }, { state: 'pending' }] })
    expect(items[3]).toMatchObject({ outcome: 'denied by you' })
    expect(items[5]).toMatchObject({
      took: { workedMs: 4000, waitedMs: 1000, queuedMs: 1000 },
      costUsd: 0.5,
      advice: 'Tell it again',
    })
    expect(items.filter(isTrouble).map(({ kind }) => kind)).toEqual(['note', 'ended'])
  })

  test('[TEA77] [TEA79] an agent that was started anew with changed settings, or found no conversation, is said', () => {
    const items = read([
      event('agent.exited', { code: 0, signal: null, endedFor: 'settings' }),
      event('session.rebooted', { by: 'iris' }),
    ])
    expect(items).toMatchObject([
      { words: 'The agent was ended and restarts with the current settings and sign-in.', isBad: false },
      { words: 'Iris began a new conversation.', isBad: false },
    ])
  })

  test('[DSH62] a command that waits for leave is not told as running, and a reason is said once', () => {
    const ask = newId('ask')
    const opened = [
      uses('b', 'Bash', { command: 'make' }),
      uses('c', 'Bash', { command: 'make test' }),
      printed({ type: 'control_request', request: { subtype: 'can_use_tool', tool_use_id: 'b' } }),
      event('ask.opened', { ask, kind: 'permission', tool: 'Bash', text: 'make' }),
    ]
    const held = (items: Item[]) => items.find(({ kind }) => kind === 'ran')
    expect(read(opened).filter(({ kind }) => kind === 'ran')).toMatchObject([
      { use: { id: 'b', isHeld: true } },
      { use: { id: 'c', isHeld: false } },
    ])
    const answered = event('ask.answered', { ask, allow: true, by: 'policy' })
    const items = read([...opened, answered])
    expect(held(items)).toMatchObject({ use: { isHeld: false, leave: 'allowed by the config' } })
    const end = { how: 'failed', preview: 'No route.', advice: 'No route. Check the network.' }
    expect(read([event('turn.ended', end)])[0]).toMatchObject({ advice: 'Check the network.' })
    const cut = { ...end, preview: 'No rou', advice: 'No route. Check the network.' }
    expect(read([event('turn.ended', cut)])[0]).toMatchObject({ advice: cut.advice })
  })

  test('[DSH77] what is told while a turn runs stands where its own turn begins', () => {
    const second = { turn: newId('trn') }
    const told = (preview: string, more = {}) =>
      event('turn.accepted', { from: 'user', preview, bytes: preview.length }, more)
    const first = [
      told('Fix it'),
      event('turn.delivered', { agent }),
      says([{ type: 'text', text: 'On it' }]),
    ]
    const queued = told('And then?', second)
    const running = [...first, queued, says([{ type: 'text', text: 'Nearly' }])]
    expect(kinds(read(running))).toEqual(['told', 'banner', 'said', 'said'])
    const rest = [
      event('turn.ended', { how: 'answered' }),
      event('turn.delivered', { agent }, second),
      event('turn.ended', { how: 'answered' }, second),
    ]
    const items = read([...running, ...rest])
    expect(kinds(items)).toEqual(['told', 'banner', 'said', 'said', 'ended', 'told', 'ended'])
    expect(items[5]).toMatchObject({ preview: 'And then?', acceptedSeq: queued.seq })
    expect(items[6]).toMatchObject({ took: { queuedMs: 3000 } })
    expect(placeOf(items, queued.seq)).toBe(5)
  })

  test('[DSH76] [DSH78] a tool that waited says who allowed it, above what came of it, and how long it ran', () => {
    const ask = newId('ask')
    const items = read([
      event('turn.delivered', { agent }),
      uses('b', 'Bash', { command: 'make' }),
      printed({ type: 'control_request', request: { subtype: 'can_use_tool', tool_use_id: 'b' } }),
      event('ask.opened', { ask, kind: 'permission', tool: 'Bash', text: 'make', holds: true }),
      { ...event('ask.answered', { ask, allow: true, by: 'user' }), at: (seq += 600) * 1000 },
      { ...returns('b', 'made', true), at: (seq + 2) * 1000 },
      { ...event('turn.ended', { how: 'answered', costUsd: 0.1 }), at: (seq + 4) * 1000 },
      event('usage.recorded', { rehearsed: true, costUsd: 0.1 }),
    ])
    expect(kinds(items)).toEqual(['banner', 'ran', 'ended'])
    const [, ran, ended] = items
    if (ran?.kind !== 'ran' || ended?.kind !== 'ended') throw new Error('not as drawn')
    expect(ran.use).toMatchObject({ leave: 'allowed by you', isHeld: false })
    const took = tookOfUse(ran.use)
    expect(took!.waitedMs).toBeGreaterThanOrEqual(600_000)
    expect(took!.workedMs).toBeLessThan(10_000)
    expect(ended.took).toMatchObject({ waitedMs: took!.waitedMs })
    expect(ended.took!.workedMs).toBeLessThan(20_000)
    expect(ended.isRehearsed).toBe(true)
  })

  test('[DSH13] keys are unique and stay when older events come in above', () => {
    const part = fc.constantFrom(
      () => uses(String(seq), 'Edit', { file_path: 'a' }),
      () =>
        says([
          { type: 'text', text: 'a' },
          { type: 'thinking', thinking: 'b' },
        ]),
      () => event('turn.accepted', { from: 'user', to: 'shop', preview: 'x', bytes: 1 }),
      () => printed('garbage'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.nat(10), (parts, cut) => {
        const events = parts.map((make) => make())
        const keys = read(events).map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const later = read(events.slice(cut)).filter(({ kind }) => kind !== 'banner')
        expect(later.every(({ seq }) => keys.some((key) => key.startsWith(`${seq}.`)))).toBe(true)
      }),
    )
  })

  test('[DSH13] an edit tells its file and each change', () => {
    const use = (tool: string, input: object) =>
      editsOf({
        tool,
        input: { ...input },
        id: '',
        seq: 0,
        at: 0,
        result: null,
        isHeld: false,
        waitedMs: 0,
        leave: null,
      })
    const edits = [{ old_string: 'a', new_string: 'b' }]
    expect(use('MultiEdit', { file_path: 'f', edits })).toEqual({
      path: 'f',
      changes: [{ before: 'a', after: 'b' }],
    })
    expect(use('Write', { file_path: 'f', content: 'x' }).changes).toEqual([{ before: '', after: 'x' }])
    expect(use('Edit', {}).changes).toEqual([{ before: '', after: '' }])
  })
})

describe('timeline', () => {
  const mark = (more: Partial<TurnMark>): TurnMark => ({
    turn,
    author: 'user',
    fromSession: null,
    agent,
    how: 'answered',
    preview: 'Do it',
    answer: 'Done',
    acceptedAt: 0,
    deliveredAt: 10,
    endedAt: 50,
    waitingFor: null,
    waitedMs: 0,
    seq: 1,
    costUsd: 0,
    rehearsed: false,
    retryOf: null,
    ...more,
  })

  test('[DSH16] the agent has a lane of turns, waits and asks, each teammate one of its own', () => {
    const ask = newId('ask')
    const events = [
      { ...event('ask.opened', { ask, text: 'May I?' }), at: 20 },
      { ...event('ask.answered', { ask }), at: 30 },
      { ...event('teammate.started', { teammate: 'a', name: 'Jules', description: 'Test it' }), at: 15 },
      { ...event('teammate.ended', { teammate: 'a', how: 'failed' }), at: 40 },
      { ...event('teammate.started', { teammate: 'b', name: 'Ramona' }), at: 45 },
    ]
    const turns = [mark({}), mark({ seq: 2, acceptedAt: 40, deliveredAt: 50, endedAt: null, how: null })]
    const timeline = timelineOf({ agent: 'shop', turns, events, now: 100 })
    expect(timeline).toMatchObject({ from: 0, to: 100 })
    const shape = timeline.lanes.map(({ name, spans }) => [
      name,
      spans.map(({ kind, from, to }) => `${kind} ${from}–${to}`),
    ])
    expect(shape).toEqual([
      ['shop', ['queued 0–10', 'work 10–20', 'work 30–50', 'work 50–100', 'asked 20–30']],
      ['Jules', ['failed 15–40']],
      ['Ramona', ['work 45–100']],
    ])
  })

  test('[DSH16] between its turns an agent waits for the teammates that work, and it is said for whom', () => {
    const at = (when: number, type: string, teammate: string) => ({
      ...event(type, { teammate, name: teammate, how: 'completed' }),
      at: when,
    })
    const events = [
      at(5, 'teammate.started', 'Paula'),
      at(8, 'teammate.started', 'Jules'),
      at(20, 'teammate.ended', 'Jules'),
      at(30, 'teammate.ended', 'Paula'),
      at(45, 'teammate.started', 'Quinn'),
    ]
    const turns = [
      mark({ acceptedAt: 0, deliveredAt: 0, endedAt: 10 }),
      mark({ acceptedAt: 25, deliveredAt: 25, endedAt: 50 }),
    ]
    const timeline = timelineOf({ agent: 'lead', turns, events, now: 60 })
    const waits = timeline.lanes[0]?.spans.filter(({ kind }) => kind === 'waits')
    expect(waits?.map(({ from, to, words }) => [from, to, words])).toEqual([
      [10, 20, 'waits for Paula, Jules'],
      [20, 25, 'waits for Paula'],
      [50, 60, 'waits for Quinn'],
    ])
    expect(momentWords(timeline, 22)).toBe('lead waits for Paula · Paula works')
    expect(momentWords(timeline, 70)).toBe('nobody is working')
    expect(timeline.lanes.map(laneWords)[0]).toMatch(/^works .*, waits for Paula, Jules .*, waits for Quinn /)
  })

  test('[DSH76] what is queued behind work does not cover it, and shows where nothing goes on', () => {
    const first = mark({ acceptedAt: 0, deliveredAt: 10, endedAt: 50 })
    const behind = [20, 30].map((acceptedAt, place) =>
      mark({ seq: 2 + place, acceptedAt, deliveredAt: 70 + place * 10, endedAt: 80 + place * 10 }),
    )
    const timeline = timelineOf({ agent: 'slow', turns: [first, ...behind], events: [], now: 100 })
    expect(timeline.lanes[0]?.spans.map(({ kind, from, to }) => `${kind} ${from}–${to}`)).toEqual([
      'queued 0–10',
      'queued 50–70',
      'work 10–50',
      'work 70–80',
      'work 80–90',
    ])
    expect(momentWords(timeline, 40)).toBe('slow works')
    expect(momentWords(timeline, 60)).toBe('slow has something queued')
  })

  test('[DSH16] without turns there is nothing to draw', () => {
    const timeline = timelineOf({ agent: 'shop', turns: [], events: [], now: 100 })
    expect(timeline.to).toBeLessThanOrEqual(timeline.from)
  })
})

test('[DSH42] pieces of a statement are put together; a gap, another turn and too much begin anew', () => {
  const piece = (at: number, text: string, of = turn) => ({ session, turn: of, at, text })
  const put = (...pieces: ReturnType<typeof piece>[]) =>
    pieces.reduce<Written | undefined>((before, next) => writtenWith(before, next, 1), undefined)
  expect(put(piece(0, 'I am '), piece(5, 'here'))).toMatchObject({ start: 0, text: 'I am here' })
  expect(put(piece(0, 'I am '), piece(9, 'gone'))).toMatchObject({ start: 9, text: 'gone' })
  expect(put(piece(0, 'I'), piece(1, 'You', newId('trn')))).toMatchObject({ start: 1, text: 'You' })
  const long = put(piece(0, 'x'.repeat(99_999)), piece(99_999, 'abc'))
  expect([long?.start, long?.text.length, long?.text.slice(-3)]).toEqual([2, 100_000, 'abc'])
})
