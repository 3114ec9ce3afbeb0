/** A random mutation that changes nothing anybody could notice, and why. */
interface Equivalent {
  file: string
  was: string
  now: string
  why: string
}

/** Looked at one by one. They are not run and count neither as caught nor as survived. */
export const equivalent: readonly Equivalent[] = [
  {
    file: 'src/surface/mcp/progress.ts',
    was: "signal.addEventListener('abort', stop, { once: true })",
    now: "signal.addEventListener('abort', stop, { once: false })",
    why: 'A signal is aborted once.',
  },
  {
    file: 'src/core/sessions/delivering/delivery.ts',
    was: 'const wasBegun = attempts > 0 && begunAt !== null',
    now: 'const wasBegun = attempts >= 0 && begunAt !== null',
    why: 'What was begun at the first attempt is put again only under the uuid that the pipe has taken already.',
  },
  {
    file: 'src/core/inbox/answering/granted-call.ts',
    was: '? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))',
    now: '? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a <= b ? -1 : 1)))',
    why: 'No two keys of an object are the same.',
  },
  {
    file: 'src/surface/mcp/exchanges.ts',
    was: "request.signal.addEventListener('abort', () => own.abort(), { once: true })",
    now: "request.signal.addEventListener('abort', () => own.abort(), { once: false })",
    why: 'A signal is aborted once.',
  },
  {
    file: 'src/core/inbox/reminding/timing.ts',
    was: 'const maxNap = 6 * hour',
    now: 'const maxNap = (6 * 3) * hour',
    why: 'It only says how often the table is looked at while nothing is due.',
  },
  {
    file: 'src/surface/mcp/warm-up.ts',
    was: 'await response.text()',
    now: 'response.text()',
    why: 'The text is thrown away; whether the next request waits for it shows nowhere.',
  },
  {
    file: 'src/surface/mcp/running.ts',
    was: 'progress += 1',
    now: 'progress += (1 * 3)',
    why: 'MCP wants only that the number grows.',
  },
  {
    file: 'src/platform/sqlite/transactions.ts',
    was: 'depth += 1',
    now: 'depth += (1 * 3)',
    why: 'The depth names savepoints and is 0 again when the outermost ends; names with a gap are as good.',
  },
  {
    file: 'src/platform/sqlite/transactions.ts',
    was: 'depth -= 1',
    now: ';',
    why: 'As above: the next part of the same transaction only has another name.',
  },
  {
    file: 'src/platform/sqlite/failures.ts',
    was: "if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff",
    now: "if ('errcode' in error && typeof error.errcode !== 'number') return error.errcode & 0xff",
    why: 'Only node:sqlite numbers its errors, and Node 20 has none; `npm run test:node22` runs the same tests with it.',
  },
  {
    file: 'src/core/sessions/live-session.ts',
    was: 'live.current?.cancelClock()',
    now: ';',
    why: 'A response clock whose turn is no longer the current one does nothing when it strikes; it is stopped so that no timer is left.',
  },
]
