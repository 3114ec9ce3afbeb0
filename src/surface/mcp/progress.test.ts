import { NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { AgentEvent } from '../../core/transport/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import type { Telling, TellProgress } from '../../teamwork/orchestrator/index.ts'
import { createNarrator } from './narration.ts'
import { createPace, showing } from './progress.ts'
import type { ToolContext } from './tool.ts'

const line = (event: AgentEvent): TellProgress => ({
  kind: 'line',
  line: { offset: 0, next: 1, line: '', event },
})
const delta = (text: string): TellProgress => line({ kind: 'delta', of: 'text', text, block: 0 })

test('[MCP12] the first text goes at once, then at most ten a second, the newest winning', () => {
  const clock = manualClock()
  const sent: string[] = []
  const pace = createPace(clock, (text) => sent.push(text))
  pace.showNow('delivered')
  for (const text of ['one', 'two', 'three']) pace.show(text)
  expect(sent.splice(0, 1)).toEqual(['delivered'])
  expect(sent).toEqual(['one'])
  clock.advance(99)
  expect(sent).toEqual(['one'])
  clock.advance(1)
  expect(sent).toEqual(['one', 'three'])
  clock.advance(100)
  pace.show('four')
  expect(sent).toEqual(['one', 'three', 'four'])
  pace.close()
})

test('[MCP12] a silence is broken every 15 s, and not after the end', () => {
  const clock = manualClock()
  const sent: string[] = []
  const pace = createPace(clock, (text) => sent.push(text))
  clock.advance(31_000)
  expect(sent).toEqual(['still working after 15 s', 'still working after 30 s'])
  pace.close()
  pace.close()
  clock.advance(60_000)
  expect(sent).toHaveLength(2)
})

test('[MCP12] what an agent does is told in short words', () => {
  const narrate = createNarrator()
  const tool = { type: 'tool', toolUse: 't', name: 'Bash', input: { command: 'npm  test\n' } } as const
  expect(narrate(line({ kind: 'said', message: 'm', model: 'x', parts: [tool] }))).toBe('Bash: npm test')
  expect(narrate({ kind: 'state', status: 'queued', waitingFor: 'pool' })).toBe(
    'queued, waits for a free slot',
  )
  expect(narrate(line({ kind: 'garbage' }))).toBeUndefined()
  expect(
    narrate(
      line({
        kind: 'retrying',
        attempt: 2,
        attempts: 10,
        delayMs: 1,
        status: 529,
        error: 'overloaded',
      }),
    ),
  ).toBe('the model was not reached (overloaded), try 2 of 10')
})

test('[MCP12] what an agent asks, meets and starts is told in short words too', () => {
  const narrate = createNarrator()
  const asked = { kind: 'asked', request: 'r', tool: 'Bash', description: 'Build it', input: {} } as const
  const words = (event: object) => narrate(line(event as Parameters<typeof line>[0]))
  expect(words({ ...asked, ask: { type: 'permission' } })).toBe('wants permission for Bash: Build it')
  expect(words({ ...asked, ask: { type: 'plan', plan: 'x' } })).toBe('wants its plan approved')
  const questions = [{ question: 'Which?' }, { question: 'When?' }]
  expect(words({ ...asked, ask: { type: 'question', questions } })).toBe('asks: Which? When?')
  expect(words({ kind: 'turn-started', model: 'opus' })).toBe('started with opus')
  const results = [
    { isError: false, text: 'fine' },
    { isError: true, text: 'no such file' },
  ]
  expect(words({ kind: 'tool-returned', results })).toBe('no such file')
  expect(words({ kind: 'tool-returned', results: results.slice(0, 1) })).toBeUndefined()
  expect(words({ kind: 'limit', state: 'rejected', window: 'weekly' })).toBe('the weekly limit is reached')
  expect(words({ kind: 'limit', state: 'allowed', window: 'weekly' })).toBeUndefined()
  expect(words({ kind: 'subagent-step', step: 'started', description: 'Look' })).toBe('Look')
  expect(words({ kind: 'subagent-step', step: 'ended', description: 'Look' })).toBeUndefined()
  expect(words({ kind: 'compacted' })).toBe('compacted its conversation')
  const parts = [{ type: 'thinking' }, { type: 'tool', name: 'Read', input: { lines: 3 } }]
  expect(words({ kind: 'said', parts })).toBe('thinks · Read')
})

test('[MCP12] pieces of a text are shown as they grow together, and forgotten when it is finished', () => {
  const narrate = createNarrator()
  expect([narrate(delta('Hel')), narrate(delta('lo'))]).toEqual(['Hel', 'Hello'])
  narrate(line({ kind: 'said', message: 'm', model: 'x', parts: [{ type: 'text', text: 'Hello' }] }))
  expect(narrate(delta('New'))).toBe('New')
})

test('[MCP12] whatever an agent says, one short line without control characters is shown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
      const narrate = createNarrator()
      const parts = [{ type: 'text', text }] as const
      for (const step of [delta(text), line({ kind: 'said', message: 'm', model: 'x', parts })]) {
        const shown = narrate(step) ?? ''
        expect(shown.length).toBeLessThanOrEqual(200)
        // oxlint-disable-next-line no-control-regex
        expect(shown).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/)
      }
    }),
  )
})

test('[MCP12] of a line that is too long the beginning is shown', () => {
  const narrate = createNarrator()
  const said = (text: string) =>
    narrate(line({ kind: 'said', message: 'm', model: 'x', parts: [{ type: 'text', text }] }))
  const whole = `a${'b'.repeat(198)}c`
  expect([said(whole), said(`${whole}d`)]).toEqual([whole, `${whole.slice(0, 199)}…`])
})

test('[MCP12] a change of state is shown at once, what the agent does ten times a second', async () => {
  const shown: string[] = []
  const clock = manualClock()
  const progress$ = new Subject<TellProgress>()
  const gone = new AbortController()
  // Showing reads only these parts of a tell and of its context.
  const telling = { progress$, outcome: new Promise(() => undefined), stopWaiting: () => undefined }
  const context = { clock, signal: gone.signal, progress: (text: string) => shown.push(text) }
  const waiting = showing(telling as unknown as Telling, context as unknown as ToolContext)
  for (const text of ['one', ' two', ' three']) progress$.next(delta(text))
  progress$.next({ kind: 'state', status: 'queued', waitingFor: 'pool' })
  progress$.next({ kind: 'state', status: 'delivered', waitingFor: null })
  expect(shown).toEqual(['one', 'queued, waits for a free slot', 'delivered'])
  clock.advance(100)
  expect(shown.slice(3)).toEqual(['one two three'])
  gone.abort()
  await expect(waiting).rejects.toThrow('stopped waiting')
  expect([progress$.observed, clock.waiting()]).toEqual([false, 0])
})

test('[TEA38] a client that goes away is no longer counted as waiting', async () => {
  let stopped = 0
  const stopWaiting = () => (stopped += 1)
  // Showing reads only these parts of a tell and of its context.
  const telling = {
    progress$: NEVER,
    outcome: new Promise(() => undefined),
    stopWaiting,
  } as unknown as Telling
  const gone = new AbortController()
  const context = { clock: manualClock(), signal: gone.signal, progress: undefined } as unknown as ToolContext
  const shown = showing(telling, context)
  expect(stopped).toBe(0)
  gone.abort()
  await expect(shown).rejects.toThrow('stopped waiting')
  expect(stopped).toBe(1)
})
