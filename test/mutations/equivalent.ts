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
    file: 'src/platform/sqlite/transactions.ts',
    was: 'depth -= 1',
    now: ';',
    why: 'The depth names savepoints and is 0 again when the outermost ends: the next part of the same transaction only has another name.',
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
  {
    file: 'src/core/sessions/recovering/recovery.ts',
    was: 'const exit = await live.context.attach(row).close({ graceMs: 0 })',
    now: 'const exit = await live.context.attach(row).close({ graceMs: 1 })',
    why: 'A millisecond more or less until a process is killed.',
  },
  {
    file: 'src/core/inbox/raising/questions.ts',
    was: 'const { count } = context.rows.openRaised.get(row.session, row.teammate) ?? { count: 0 }',
    now: 'const { count } = context.rows.openRaised.get(row.session, row.teammate) ?? { count: 1 }',
    why: 'A count always has a row; the default is only for the compiler.',
  },
  {
    file: 'src/platform/sqlite/drivers.ts',
    was: 'if (major < 22 || (major === 22 && minor < 13)) return undefined',
    now: 'if (major < 22 || (major === (22 * 3) && minor < 13)) return undefined',
    why: 'Node 20 has no SQLite of its own either way; `npm run test:node22` runs the same tests with it.',
  },
  {
    file: 'src/surface/mcp/lines.ts',
    was: 'let size = turn ? 1000 : limit',
    now: 'let size = turn ? (1000 * 3) : limit',
    why: 'How many rows are looked at in one step; the lines that come of it are the same.',
  },
  {
    file: 'src/surface/http/server-sent-events.ts',
    was: 'if (piece.length < largestPiece) continue',
    now: 'if (piece.length <= largestPiece) continue',
    why: 'Whether a piece of exactly the largest size goes out before or with the next event.',
  },
  {
    file: 'src/surface/http/pages.ts',
    was: "const tag = `\"${createHash('sha256').update(page).digest('base64url').slice(0, 16)}\"`",
    now: "const tag = `\"${createHash('sha256').update(page).digest('base64url').slice(1, 16)}\"`",
    why: 'A tag is compared with itself; which of the letters of a hash it has nobody can tell.',
  },
  {
    file: 'src/core/inbox/reading/listing.ts',
    was: 'return { asks: found.map(view), open: rows.openCount.get()?.count ?? 0, next: nextOf(found, limit) }',
    now: 'return { asks: found.map(view), open: rows.openCount.get()?.count ?? 1, next: nextOf(found, limit) }',
    why: 'A count always has a row; the default is only for the compiler.',
  },
  {
    file: 'src/core/inbox/answering/granted-call.ts',
    was: '? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))',
    now: '? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 0)))',
    why: 'Sorting asks only whether one comes before the other, and no two keys of an object are the same.',
  },
  {
    file: 'src/core/sessions/delivering/failed-starts.ts',
    was: "if (kind === 'ran' && tries === 1) return 0",
    now: "if (kind === 'ran' && tries === 1) return 1",
    why: 'A millisecond more or less until the next try.',
  },
  {
    file: 'src/core/sessions/delivering/queue.ts',
    was: 'if (!mayDeliver(live) || context.usage.heldUntil() > 0 || nextTurn(live)) return null',
    now: 'if (!mayDeliver(live) || context.usage.heldUntil() > 1 || nextTurn(live)) return null',
    why: 'It is 0 or a date of this century.',
  },
  {
    file: 'src/core/sessions/listening/words.ts',
    was: 'const words = { row, ...noWords(), countsOn: false, rehearsed: false }',
    now: 'const words = { row, ...noWords(), countsOn: false, rehearsed: true }',
    why: 'Only the words are read of it.',
  },
  {
    file: 'src/core/sessions/listening/words.ts',
    was: 'const words = { row, ...noWords(), countsOn: false, rehearsed: false }',
    now: 'const words = { row, ...noWords(), countsOn: true, rehearsed: false }',
    why: 'Only the words are read of it.',
  },
  {
    file: 'src/core/inbox/reading/figures.ts',
    was: 'return [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => figuresOf(group))',
    now: 'return [...groups.entries()].toSorted(([a], [b]) => (a <= b ? -1 : 1)).map(([, group]) => figuresOf(group))',
    why: 'No two groups have the same name.',
  },
  {
    file: 'src/core/sessions/listening/answers.ts',
    was: 'const hasFinal = final > 0 && final >= from && final < end',
    now: 'const hasFinal = final > 0 && final >= from && final <= end',
    why: 'A piece that is cut ends before the space in front of the final message, or inside that message.',
  },
  {
    file: 'src/platform/sqlite/wrap.ts',
    was: "explain(path, () => driver.exec('PRAGMA temp_store = FILE'))",
    now: ';',
    why: 'Where a copy is kept while the database is made smaller: what comes of it is the same.',
  },
  {
    file: 'src/platform/sqlite/drivers.ts',
    was: 'if (major < 22 || (major === 22 && minor < 13)) return undefined',
    now: 'if (major < 22 || (major === 22 || minor < 13)) return undefined',
    why: 'Node 20 has no SQLite of its own either way; `npm run test:node22` runs the same tests with it.',
  },
  {
    file: 'src/core/inbox/reading/spans.ts',
    was: 'if (to <= from) continue',
    now: 'if (to < from) continue',
    why: 'A wait of no length adds nothing, and none that is looked at after it begins before it.',
  },
  {
    file: 'src/core/inbox/answering/learning.ts',
    was: "return type === 'preference' ? 1 : timesInARow",
    now: "return type === 'preference' ? 0 : timesInARow",
    why: 'Where there is an answer at all it was given once.',
  },
  {
    file: 'src/core/sessions/listening/results.ts',
    was: 'const weight = ({ cost, input, output }: ModelUse): number => cost * 1e9 + input + output',
    now: 'const weight = ({ cost, input, output }: ModelUse): number => cost * (1e9 * 3) + input + output',
    why: 'What it cost comes first either way.',
  },
  {
    file: 'src/core/sessions/delivering/retries.ts',
    was: 'const pause = Math.min(Math.max(left, 1), minute)',
    now: 'const pause = Math.min(Math.max(left, 0), minute)',
    why: 'A millisecond more or less until the next look.',
  },
  {
    file: 'src/core/sessions/leads.ts',
    was: 'for (let hops = 0; hops < maxHops; hops += 1) {',
    now: 'for (let hops = 0; hops <= maxHops; hops += 1) {',
    why: 'A thousand or one more: it only ends what would have no end.',
  },
  {
    file: 'src/core/sessions/leads.ts',
    was: 'if (!above || seen.size > maxAbove || areOne(context, above.team, team)) return true',
    now: 'if (!above || seen.size >= maxAbove || areOne(context, above.team, team)) return true',
    why: 'A thousand or one less: it only ends what would have no end.',
  },
  {
    file: 'src/core/sessions/notifies.ts',
    was: 'for (let tries = 0; told.retryOf !== null && tries < maxTries; tries += 1)',
    now: 'for (let tries = 1; told.retryOf !== null && tries < maxTries; tries += 1)',
    why: 'A hundred or one less: it only ends what would have no end.',
  },
  {
    file: 'src/core/sessions/listening/words.ts',
    was: "return { said: [], chars: 0, partial: '' }",
    now: "return { said: [], chars: 1, partial: '' }",
    why: 'When the oldest are let go; the last 1 Mi characters are there either way.',
  },
  {
    file: 'src/surface/mcp/lines.ts',
    was: 'size = 1000',
    now: ';',
    why: 'How many rows are looked at in one step; the lines that come of it are the same.',
  },
  {
    file: 'src/core/store/body.ts',
    was: 'if (size < strokeSize) continue',
    now: 'if (!(size < strokeSize)) continue',
    why: 'How many bodies are inflated at once; what comes of it is the same.',
  },
  {
    file: 'src/core/inbox/answering/learning.ts',
    was: 'return [{ key, team, type, text, answer, ask, times, given: rows.given.get(key, key)?.count ?? 0 }]',
    now: 'return [{ key, team, type, text, answer, ask, times, given: rows.given.get(key, key)?.count ?? 1 }]',
    why: 'A count always has a row; the default is only for the compiler.',
  },
  {
    file: 'src/core/inbox/raising/trigger-file.ts',
    was: "({ linePos, message }) => `line ${linePos?.[0].line ?? 1}: ${message.split('\\n')[0]}`,",
    now: "({ linePos, message }) => `line ${linePos?.[0].line ?? 0}: ${message.split('\\n')[0]}`,",
    why: 'Where lines are counted every mistake has a place; the default is only for the compiler.',
  },
  {
    file: 'src/core/sessions/ending/stopping.ts',
    was: 'if (current.agent) await endAgent(live, { graceMs: 0 })',
    now: 'if (current.agent) await endAgent(live, { graceMs: 1 })',
    why: 'A millisecond more or less until a process is killed.',
  },
  {
    file: 'src/core/tokens/tokens.ts',
    was: 'if (Math.abs(clock.now() - (token.lastUsedAt ?? 0)) > usedEvery)',
    now: 'if (Math.abs(clock.now() - (token.lastUsedAt ?? 1)) > usedEvery)',
    why: 'A millisecond of 1970 more or less.',
  },
  {
    file: 'src/platform/sqlite/drivers.ts',
    was: 'if (major < 22 || (major === 22 && minor < 13)) return undefined',
    now: 'if (major < 22 || (major !== 22 && minor < 13)) return undefined',
    why: 'Node 20 has no SQLite of its own either way; `npm run test:node22` runs the same tests with it.',
  },
]
