import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentEvent } from '../event.ts'
import { createReader, readLine } from './line.ts'

function read(line: object): AgentEvent {
  return readLine(JSON.stringify(line))
}

const result = { type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: 'Yes.' }

test('[TRA20] any line gives one event and never throws', () => {
  fc.assert(fc.property(fc.string(), (line) => typeof readLine(line).kind === 'string'))
  fc.assert(fc.property(fc.json(), (line) => typeof readLine(line).kind === 'string'))
})

const known = [
  ['system', 'assistant', 'user', 'stream_event', 'result', 'rate_limit_event', 'control_request'],
  ['control_response', 'control_cancel_request', 'command_lifecycle', 'constructor', '__proto__'],
].flat()
const subtypes = [
  ['init', 'status', 'api_retry', 'compact_boundary', 'task_started', 'task_updated', 'can_use_tool'],
  ['background_tasks_changed', 'toString', 'success', 'error_max_turns'],
].flat()
const fieldNames = [
  ['message', 'content', 'id', 'request', 'response', 'usage', 'modelUsage', 'event', 'delta', 'tasks'],
  ['tools', 'origin', 'errors', 'result', 'patch', 'session_id', 'parent_tool_use_id', 'input', 'questions'],
].flat()

test('[TRA20] known types with fields of any shape give one event and never throw', () => {
  const inner = fc.dictionary(fc.constantFrom(...fieldNames), fc.jsonValue())
  const shaped = fc.tuple(fc.constantFrom(...known), fc.constantFrom(...subtypes), inner, inner)
  fc.assert(
    fc.property(shaped, ([type, subtype, outer, nested]) => {
      const event = read({ ...outer, message: nested, request: { ...nested, subtype }, type, subtype })
      expect(event.kind).not.toBe('garbage')
    }),
  )
})

test.each(['', 'null', '42', '[]', '"text"', '{"type":', 'Warning: something'])(
  '[TRA20] %j is garbage',
  (line) => expect(readLine(line)).toEqual({ kind: 'garbage' }),
)

test('[TRA20] what is not known is other, with its name', () => {
  expect(read({ type: 'system', subtype: 'brand_new' })).toEqual({ kind: 'other', type: 'system/brand_new' })
  expect(read({ type: 'constructor' })).toEqual({ kind: 'other', type: 'constructor' })
  expect(read({ type: 'control_request', request: { subtype: 'hook_callback' } })).toEqual({
    kind: 'other',
    type: 'control_request/hook_callback',
  })
})

test('[TRA20] several blocks in one line are all read', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm' },
    { type: 'text', text: 'Look' },
    { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
    { type: 'future_block' },
  ]
  expect(read({ type: 'assistant', message: { id: 'm1', model: 'x', content }, session_id: 'c1' })).toEqual({
    kind: 'said',
    message: 'm1',
    model: 'x',
    conversation: 'c1',
    parts: [
      { type: 'thinking', text: 'Hm' },
      { type: 'text', text: 'Look' },
      { type: 'tool', toolUse: 't1', name: 'Bash', input: { command: 'ls' } },
    ],
  })
  const results = [
    { type: 'tool_result', tool_use_id: 't1', content: 'one' },
    {
      type: 'tool_result',
      tool_use_id: 't2',
      is_error: true,
      content: [{ type: 'text', text: 'two' }, { type: 'image' }],
    },
  ]
  expect(read({ type: 'user', message: { content: results } })).toMatchObject({
    kind: 'tool-returned',
    results: [
      { toolUse: 't1', text: 'one', isError: false },
      { toolUse: 't2', text: 'two\n[image]', isError: true },
    ],
  })
})

test('[TRA2] a line of a subagent and of a rehearsal says so', () => {
  const line = { type: 'assistant', message: { id: 'msg_rehearsal_1', content: [] } }
  const sub = { parent_tool_use_id: 't1', subagent_type: 'pm', task_description: 'Plan' }
  expect(read({ ...line, ...sub })).toMatchObject({
    rehearsed: true,
    subagent: { toolUse: 't1', role: 'pm', description: 'Plan' },
  })
  expect(read({ ...line, message: { id: 'msg_2' }, parent_tool_use_id: null })).not.toHaveProperty('subagent')
})

test.each([
  ['answered', {}, { how: 'answered' }],
  [
    'success that is an error',
    { is_error: true, api_error_status: 529 },
    { how: 'failed', reason: 'overloaded' },
  ],
  ['too many turns', { subtype: 'error_max_turns', is_error: true }, { reason: 'max-turns' }],
  ['budget, not marked as error', { subtype: 'error_max_budget_usd' }, { reason: 'budget' }],
  [
    'a session limit',
    { is_error: true, result: "You've hit your session limit · resets 9pm" },
    { reason: 'limit' },
  ],
  [
    'credit',
    { is_error: true, api_error_status: 400, result: 'Credit balance is too low' },
    { reason: 'billing' },
  ],
  ['a long prompt', { is_error: true, terminal_reason: 'prompt_too_long' }, { reason: 'prompt-too-long' }],
  ['a server error', { is_error: true, api_error_status: 503 }, { reason: 'server' }],
  ['no connection', { is_error: true, result: 'Unable to connect to API' }, { reason: 'unreachable' }],
  ['no login', { is_error: true, result: 'Not logged in · Please run /login' }, { reason: 'auth' }],
  ['something else', { is_error: true, result: 'Strange' }, { reason: 'other', message: 'Strange' }],
  [
    'an interrupt in a tool, without a text',
    {
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'aborted_tools',
      result: undefined,
    },
    { how: 'interrupted', during: 'tools' },
  ],
  [
    'an interrupt called success',
    { terminal_reason: 'aborted_streaming' },
    { how: 'interrupted', during: 'streaming' },
  ],
])('[TRA10] a result: %s', (_, fields, end) => {
  expect(read({ ...fields, ...result, ...fields })).toMatchObject({ kind: 'result', end })
})

test('[TRA21] an empty result of a merged notification is marked', () => {
  const empty = { ...result, num_turns: 0, result: '', origin: { kind: 'task-notification' } }
  expect(read(empty)).toMatchObject({ isEmpty: true, origin: 'task-notification' })
  expect(read({ ...result, result: '' })).toMatchObject({ isEmpty: false })
  expect(read({ ...empty, is_error: true })).toMatchObject({ isEmpty: false })
})

test('[TRA2] limits, subagent steps, receipts and compaction are read', () => {
  const limit = { status: 'rejected', resetsAt: 1_794_777_154, rateLimitType: 'five_hour' }
  expect(read({ type: 'rate_limit_event', rate_limit_info: limit })).toEqual({
    kind: 'limit',
    state: 'rejected',
    window: 'five_hour',
    resetsAt: 1_794_777_154_000,
    used: undefined,
  })
  const updated = { type: 'system', subtype: 'task_updated', task_id: 'a', patch: { status: 'completed' } }
  expect(read(updated)).toMatchObject({
    kind: 'subagent-step',
    step: 'updated',
    id: 'a',
    status: 'completed',
  })
  const running = { task_id: 'a', task_type: 'local_agent', description: 'PM' }
  expect(read({ type: 'system', subtype: 'background_tasks_changed', tasks: [running] })).toEqual({
    kind: 'subagents-running',
    running: [{ id: 'a', type: 'local_agent', description: 'PM' }],
  })
  expect(read({ state: 'queued', command_uuid: 'u', type: 'command_lifecycle' })).toEqual({
    kind: 'message-received',
    uuid: 'u',
    state: 'queued',
  })
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: { trigger: 'auto', pre_tokens: 9 },
  }
  expect(read(boundary)).toEqual({ kind: 'compacted', trigger: 'auto', tokensBefore: 9 })
  expect(read({ type: 'system', subtype: 'status', status: null, compact_result: 'failed' })).toMatchObject({
    compacting: 'failed',
  })
  expect(read({ type: 'user', uuid: 'u', isReplay: true, message: { content: 'hi' } })).toEqual({
    kind: 'heard',
    text: 'hi',
    uuid: 'u',
    isReplay: true,
  })
})

function readAll(...lines: object[]): AgentEvent[] {
  const reader = createReader('c1')
  return lines.map((line, at) => reader({ offset: at, next: at + 1, line: JSON.stringify(line) }).event)
}

test('[TRA10] the reason of a failure is taken from the lines before when the result has none', () => {
  const failed = { ...result, is_error: true, result: 'Odd' }
  const said = { type: 'assistant', error: 'billing_error', message: { content: [] } }
  expect(readAll(said, failed).at(-1)).toMatchObject({ end: { reason: 'billing' } })
  expect(readAll({ ...said, parent_tool_use_id: 't' }, failed).at(-1)).toMatchObject({
    end: { reason: 'other' },
  })
  const refusal = { type: 'system', subtype: 'model_refusal_no_fallback' }
  expect(readAll(refusal, failed, failed)).toMatchObject([
    { kind: 'refused' },
    { end: { reason: 'refusal' } },
    { end: { reason: 'other' } },
  ])
})
