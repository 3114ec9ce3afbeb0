import type { Fields } from '../../../contract/index.ts'
import type { AgentEvent, Limit, SubagentStep } from '../event.ts'
import { maybeNumber, maybeText, nested, number, objects, text, texts } from './fields.ts'

const readers: ReadonlyMap<string, (line: Fields) => AgentEvent> = new Map([
  ['init', readTurnStarted],
  ['status', readStatus],
  ['api_retry', readRetry],
  ['compact_boundary', readCompacted],
  ['task_started', (line) => readStep('started', line)],
  ['task_progress', (line) => readStep('progressed', line)],
  ['task_updated', (line) => readStep('updated', line)],
  ['task_notification', (line) => readStep('ended', line)],
  ['background_tasks_changed', readRunning],
  ['model_refusal_no_fallback', (line) => ({ kind: 'refused', model: text(line, 'original_model') })],
])

/** Reads a line of the type `system`. */
export function readSystem(line: Fields): AgentEvent {
  const subtype = text(line, 'subtype')
  return readers.get(subtype)?.(line) ?? { kind: 'other', type: `system/${subtype}` }
}

function readTurnStarted(line: Fields): AgentEvent {
  return {
    kind: 'turn-started',
    model: text(line, 'model'),
    version: text(line, 'claude_code_version'),
    capabilities: texts(line, 'capabilities'),
    tools: texts(line, 'tools'),
    mcpServers: Array.isArray(line['mcp_servers']) ? objects(line, 'mcp_servers').map(readServer) : undefined,
    permissionMode: text(line, 'permissionMode'),
    cwd: text(line, 'cwd'),
  }
}

function readServer(server: Fields): { name: string; status: string } {
  return { name: text(server, 'name'), status: text(server, 'status') }
}

function readStatus(line: Fields): AgentEvent {
  const permissionMode = maybeText(line, 'permissionMode')
  const compacting = maybeText(line, 'compact_result')
  return {
    kind: 'status',
    status: maybeText(line, 'status'),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(compacting !== undefined && { compacting: compacting === 'failed' ? 'failed' : 'succeeded' }),
  }
}

function readRetry(line: Fields): AgentEvent {
  return {
    kind: 'retrying',
    attempt: number(line, 'attempt'),
    attempts: number(line, 'max_retries'),
    delayMs: number(line, 'retry_delay_ms'),
    status: maybeNumber(line, 'error_status'),
    error: text(line, 'error'),
  }
}

function readCompacted(line: Fields): AgentEvent {
  const details = nested(line, 'compact_metadata')
  return {
    kind: 'compacted',
    trigger: text(details, 'trigger'),
    tokensBefore: maybeNumber(details, 'pre_tokens'),
  }
}

function readStep(step: SubagentStep['step'], line: Fields): AgentEvent {
  return {
    kind: 'subagent-step',
    step,
    id: text(line, 'task_id'),
    type: maybeText(line, 'task_type'),
    toolUse: maybeText(line, 'tool_use_id'),
    role: maybeText(line, 'subagent_type'),
    description: maybeText(line, 'description'),
    status: maybeText(line, 'status') ?? maybeText(nested(line, 'patch'), 'status'),
    summary: maybeText(line, 'summary'),
    tokens: maybeNumber(nested(line, 'usage'), 'total_tokens'),
  }
}

function readRunning(line: Fields): AgentEvent {
  const running = objects(line, 'tasks').map((task) => ({
    id: text(task, 'task_id'),
    type: text(task, 'task_type'),
    description: text(task, 'description'),
  }))
  return { kind: 'subagents-running', running }
}

const limitStates: ReadonlyMap<string, Limit['state']> = new Map([
  ['allowed_warning', 'warned'],
  ['rejected', 'rejected'],
])

/** Reads how an account stands against its limit. */
export function readLimit(line: Fields): AgentEvent {
  const limit = nested(line, 'rate_limit_info')
  const seconds = maybeNumber(limit, 'resetsAt')
  return {
    kind: 'limit',
    state: limitStates.get(text(limit, 'status')) ?? 'allowed',
    window: text(limit, 'rateLimitType'),
    resetsAt: seconds === undefined ? undefined : seconds * 1000,
    used: maybeNumber(limit, 'utilization'),
  }
}
