import { onTestFinished } from 'vitest'
import {
  parsePlaybook,
  startRehearsal,
  type Rehearsal,
  type RehearsalOptions,
} from '../../src/rehearsal/index.ts'

/** An object as JSON tells it. */
export type Json = Record<string, unknown>

/** Starts a rehearsal of these lines that closes with the test. */
export async function start(lines: string, options: Partial<RehearsalOptions> = {}): Promise<Rehearsal> {
  const playbook = parsePlaybook(`name: Tést\nlines:\n${lines}`)
  const rehearsal = await startRehearsal({ playbook, ...options })
  onTestFinished(() => rehearsal.close())
  return rehearsal
}

/** Puts a request to the Messages API of a rehearsal. */
export function ask(rehearsal: Rehearsal, body: object | string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${rehearsal.url}/v1/messages?beta=true`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
}

/** A request in which the user says something. */
export function saying(text: string, more: Json = {}): Json {
  return { model: 'claude-opus-4', max_tokens: 100, messages: [{ role: 'user', content: text }], ...more }
}

/** The same, asking for a stream. */
export function streaming(text: string): Json {
  return saying(text, { stream: true })
}
