import type { Mutation } from './mutation.ts'

const store = (file: string, test: string) => ({
  file: `src/core/store/${file}.ts`,
  test: `src/core/store/${test}.test.ts`,
})
const sqlite = (file: string) => ({
  file: `src/platform/sqlite/${file}.ts`,
  test: 'src/platform/sqlite/sqlite.test.ts',
})
const pruning = {
  file: 'src/core/history/pruning.ts',
  test: 'src/core/history/pruning.test.ts',
}

/** The event log and the driver beneath it: docs/spec/log.md. */
export const logMutations: readonly Mutation[] = [
  { rule: 'SQL1', ...sqlite('wrap'), find: 'rows.return?.()', put: '' },
  { rule: 'SQL2', ...sqlite('open'), find: 'if (open) return open', put: '' },
  { rule: 'SQL3', ...sqlite('transactions'), find: 'undo(savepoint.undo)', put: '' },
  { rule: 'SQL4', ...sqlite('open'), find: 'foreign_keys = ON', put: 'foreign_keys = OFF' },
  { rule: 'SQL5', ...sqlite('failures'), find: "[13, 'DISK_FULL']", put: "[13, 'DATABASE_CORRUPT']" },
  {
    rule: 'SQL6',
    ...sqlite('syncing'),
    find: 'throw notOnDisk(path, cause)\n      }\n    },\n    async',
    put: 'void notOnDisk(path, cause)\n      }\n    },\n    async',
  },
  {
    rule: 'LOG1',
    ...store('writer', 'log'),
    find: 'const result = sql.transaction(',
    put: 'const result = ((work: () => T) => work())(',
  },
  { rule: 'LOG2', ...store('writer', 'log'), find: 'outer.events.length = before', put: '' },
  {
    rule: 'LOG3',
    ...store('writer', 'log'),
    find: 'parseEventData(event.type, event.data)',
    put: 'event.data',
  },
  {
    rule: 'LOG4',
    ...store('writer', 'log'),
    find: 'written.events.push(entry)',
    put: 'written.events.push(entry); deps.onCommit({ events: [entry], sizes: [stored.size] })',
  },
  { rule: 'LOG5', ...store('group', 'log'), find: 'const groupSize = 256', put: 'const groupSize = 2560' },
  { rule: 'LOG6', ...store('log', 'log'), find: 'if (writer.isWriting()) return', put: 'return' },
  {
    rule: 'LOG7',
    ...store('entries', 'log'),
    find: 'if (isStorageFault(together.error)) throw',
    put: 'throw',
  },
  { rule: 'LOG8', ...store('body', 'body'), find: 'enc === encodings.deflated ?', put: 'enc === 9 ?' },
  {
    rule: 'LOG9',
    file: 'src/core/store/writer.ts',
    test: 'test/faults/log-kill.test.ts',
    find: 'insert(entry, stored)',
    put: 'if (entry.seq % 50 !== 0) insert(entry, stored)',
  },
  {
    rule: 'LOG10',
    ...store('body', 'long-pages'),
    find: 'chars > maxChars && decoded.length > 0',
    put: 'chars > maxChars',
  },
  { rule: 'LOG11', ...store('recent', 'tail'), find: 'seq + 1 - oldest', put: 'seq + 2 - oldest' },
  { rule: 'LOG12', ...store('recent', 'recent'), find: '|| bytes > maxBytes', put: '&& bytes > maxBytes' },
  {
    rule: 'LOG13',
    ...store('tail', 'tail'),
    find: "signal?.addEventListener('abort', wakeUp)",
    put: '',
  },
  {
    rule: 'LOG14',
    ...store('follower', 'follower'),
    find: 'if (reached > 0) cursors',
    put: 'if (reached < 0) cursors',
  },
  {
    rule: 'LOG15',
    ...store('follower', 'follower'),
    find: 'const maxTries = 5',
    put: 'const maxTries = 4',
  },
  {
    rule: 'LOG16',
    ...store('migrations', 'migrations'),
    find: 'sql.transaction(() => {',
    put: '((work: () => void) => work())(() => {',
  },
  { rule: 'LOG17', ...store('migrations', 'migrations'), find: 'refuseUnknown(applied, all)', put: '' },
  { rule: 'LOG18', ...store('migrations', 'migrations'), find: 'refuseChanged(applied, all)', put: '' },
  {
    rule: 'LOG19',
    ...store('store', 'migrations'),
    find: 'const backupsKept = 3',
    put: 'const backupsKept = 4',
  },
  {
    rule: 'LOG81',
    ...store('store', 'migrations'),
    find: 'namingCopy(path, () => refuseStrange(found, all))',
    put: 'refuseStrange(found, all)',
  },
  {
    rule: 'LOG20',
    ...store('pages', 'backwards'),
    find: 'const previous = isFull ?',
    put: 'const previous = !isFull ?',
  },
  { rule: 'LOG21', ...store('log', 'backwards'), find: 'low = middle + 1', put: 'low = middle + 2' },
  {
    rule: 'LOG22',
    ...store('batched', 'batched'),
    find: 'taken[index]?.reject(outcome.error)',
    put: 'taken[index]?.resolve(undefined)',
  },
  { rule: 'LOG23', ...store('disk', 'disk'), find: 'if (hasFailed) sql', put: 'if (onDisk === commits) sql' },
  {
    rule: 'LOG24',
    ...store('tail', 'tail'),
    find: 'Math.min(options.after ?? 0, deps.head())',
    put: 'options.after ?? 0',
  },
  { rule: 'LOG25', ...pruning, find: 'except: turns.open()', put: 'except: []' },
  { rule: 'LOG26', ...pruning, find: 'if (turns.open().length > 0)', put: 'if (!turns)' },
  {
    rule: 'LOG80',
    file: 'src/core/store/follower.ts',
    test: 'src/core/store/follower.test.ts',
    find: 'if (waiter.for <= seq) waiter.settle()',
    put: 'if (waiter.for >= seq) waiter.settle()',
  },
  {
    rule: 'LOG27',
    file: 'src/core/store/rounds.ts',
    test: 'src/core/store/rounds.test.ts',
    find: '    first?.()',
    put: '    for (const each of [...waiting]) each()\n    void first',
  },
  {
    rule: 'LOG28',
    ...store('writer', 'reactions'),
    find: 'return deps.reactions.around(() => work(append), append)',
    put: 'const done = work(append)\n    deps.reactions.around(() => undefined, append)\n    return done',
  },
  {
    rule: 'LOG29',
    ...store('reactions', 'reactions'),
    find: '[...(byType.get(type) ?? []), reaction]',
    put: '[reaction, ...(byType.get(type) ?? [])]',
  },
  {
    rule: 'LOG30',
    ...store('reactions', 'reactions'),
    find: 'const maxDepth = 16',
    put: 'const maxDepth = 17',
  },
  {
    rule: 'LOG31',
    ...store('reactions', 'reactions'),
    find: 'if (byType.has(event.type)) noted',
    put: 'noted',
  },
  {
    rule: 'SQL7',
    file: 'src/platform/sqlite/permissions.ts',
    test: 'src/platform/sqlite/sqlite.test.ts',
    find: 'chmodSync(file, mode & 0o700)',
    put: 'chmodSync(file, mode)',
  },
]
