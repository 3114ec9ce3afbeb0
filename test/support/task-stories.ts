import type { Client } from '../../src/client/index.ts'

/** A dozen tasks of a plain feature, one in each status that people make. */
export async function tellTwelve(client: Client, team: string): Promise<void> {
  const add = async (title: string, more: object = {}): Promise<string> =>
    (await client.call('createTask', { team, title, ...more })).key
  const table = await add('Create the table of products', {
    phase: 'database',
    files: [{ path: 'src/table.ts', action: 'CREATE' }],
  })
  const types = await add('Describe a product as a type', { phase: 'types', waitsFor: [table] })
  const query = await add('Find products by words', {
    phase: 'queries',
    waitsFor: [types],
    priority: 1,
    text: 'Searches **name** and description.\n\n- at most 50 results\n- the best first, see `rank()`',
    check: { command: 'npm test -- search', expected: { exit: 0 } },
    files: [
      { path: 'src/search/query.ts', action: 'CREATE' },
      { path: 'src/search/rank.ts', action: 'UPDATE' },
    ],
  })
  const service = await add('Keep an index that follows the table', { phase: 'services', waitsFor: [table] })
  const api = await add('Serve the search at /api/search', { phase: 'api', waitsFor: [query, service] })
  const page = await add('Show results on the page as one types', {
    phase: 'ui',
    waitsFor: [api],
    priority: 0,
  })
  const keys = await add('Move through results by keys', { phase: 'ui', waitsFor: [page] })
  const rescue = await add('Fall back to a plain scan', { phase: 'services' })
  const old = await add('Import the old search history', { phase: 'database' })
  const report = await add('Report what is searched for most', { phase: 'api', waitsFor: [old] })
  const docs = await add('Write down how the search ranks', { phase: 'tests' })
  const epic = await add('A search that finds things', {})
  await client.call('linkTask', { task: rescue, type: 'on_failure_of', other: service })
  for (const part of [page, keys, docs])
    await client.call('linkTask', { task: part, type: 'parent', other: epic })
  await client.call('linkTask', { task: docs, type: 'link', other: query })
  await client.call('changeTask', { task: table, to: 'complete' })
  await client.call('changeTask', { task: types, to: 'complete' })
  await client.call('changeTask', { task: old, to: 'failed', reason: 'The dump is not readable' })
  await client.call('changeTask', { task: docs, to: 'deferred' })
  void report
}

/** Many tasks as large projects have them, as a file of beads: each waits for a few of those before it. */
export function manyTasks(count: number): string {
  return Array.from({ length: count }, (_, at) => JSON.stringify(issue(at + 1, count))).join('\n')
}

const verbs = ['Add', 'Rename', 'Test', 'Describe', 'Move', 'Check', 'Speed up', 'Split'] as const

function issue(n: number, count: number): object {
  const back = [1 + ((n * 7) % 23), 9 + ((n * 13) % 41)].map((far) => n - far).filter((other) => other > 0)
  const waits = n % 9 === 0 ? [] : [...new Set(back)].slice(0, n % 3 === 0 ? 1 : 2)
  return {
    id: `big-${n}`,
    title: `${verbs[n % verbs.length]} part ${n} of the house`,
    status: n <= count / 5 ? 'closed' : 'open',
    dependencies: waits.map((other) => ({ depends_on_id: `big-${other}`, type: 'blocks' })),
  }
}
