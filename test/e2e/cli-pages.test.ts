import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/contract/index.ts'
import { iris, type Ran } from '../support/iris.ts'
import { openMemoryTeams } from '../support/memory-teams.ts'

let world: Awaited<ReturnType<typeof openMemoryTeams>>
let first = 0
const session = newId('ses')
/** So many long ones that a page holds four of them. */
const long = 'x'.repeat(1024 * 1024 - 100)

beforeAll(async () => {
  world = await openMemoryTeams()
  world.log.write((append) => {
    first = append({ type: 'session.rebooted', session, data: { by: 'user' } }).seq
    for (let n = 1; n <= 6; n += 1) append({ type: 'agent.printed', session, data: { line: long } })
  })
})
afterAll(() => world.end())

const run = (...args: string[]) => iris(world.home, args)
const documents = ({ stdout }: Ran) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq?: number; next?: number; previous?: number })

test('[CLI33] a page that was cut says so on stderr and how to go on, forwards and backwards', async () => {
  const forwards = await run('events', '--after', String(first), '--limit', '6', '--types', 'agent.printed')
  expect(forwards.stdout.trim().split('\n')).toHaveLength(4)
  expect(forwards.stderr).toBe(
    `Cut after 4: a page holds 1000 events, or fewer long ones. After these: iris events --after ${first + 4} --limit 6 --types agent.printed\n`,
  )
  const rest = await run('events', '--after', String(first + 4))
  expect([rest.stdout.trim().split('\n').length, rest.stderr]).toEqual([2, ''])
  const newest = await run('events', '--limit', '6')
  expect(newest.stdout).toContain(String(first + 6))
  expect(newest.stderr).toContain('Cut after 4')
  expect(newest.stderr).toContain(`Before these: iris events --before ${first + 3} --limit 6`)
  const before = await run('events', '--before', String(first + 3), '--limit', '2')
  expect(before.stdout.trim().split('\n')).toHaveLength(2)
  expect(before.stderr).toBe(`Before these: iris events --before ${first + 1} --limit 2\n`)
})

test('[CLI33] with --json the place to go on from is the last line', async () => {
  const forwards = documents(await run('events', '--json', '--after', String(first), '--limit', '6'))
  expect(forwards.slice(0, -1).map(({ seq }) => seq)).toEqual([1, 2, 3, 4].map((n) => first + n))
  expect(forwards.at(-1)).toEqual({ next: first + 4 })
  const newest = documents(await run('events', '--json', '--limit', '6'))
  expect(newest.at(-1)).toEqual({ previous: first + 3 })
})

test('[CLI33] what is whole says nothing, and the newest of a type are found behind others', async () => {
  const few = await run('events', '--limit', '2')
  expect([few.stdout.trim().split('\n').length, few.stderr]).toEqual([2, ''])
  const rare = documents(await run('events', '--json', '--limit', '1', '--types', 'session.rebooted'))
  expect(rare).toMatchObject([{ seq: first }])
  expect((await run('events', '--after', '1', '--before', '2')).code).toBe(2)
})

test('[CLI33] the inbox goes on after the last that was shown', async () => {
  for (let n = 1; n <= 101; n += 1)
    world.inbox.raise({
      source: 'ask_human',
      type: 'clarifying',
      text: `Which of the ${n}?`,
      options: [{ label: 'This' }, { label: 'That' }],
      team: 'alpha',
      caller: 'user',
      session: newId('ses'),
    })
  const shown = await run('inbox', '--team', 'alpha')
  const more = /There are more \(101 are open\): iris (.*)/.exec(shown.stdout)?.[1] ?? ''
  expect(more).toMatch(/^inbox --team alpha --after ask_/)
  const rest = await run(...more.split(' '))
  // Asks of one millisecond have no order of their own; together the pages have each once.
  const numbers = (text: string) => [...text.matchAll(/Which of the (\d+)\?/g)].map(([, n]) => Number(n))
  expect([numbers(shown.stdout).length, numbers(rest.stdout).length]).toEqual([100, 1])
  expect(new Set([...numbers(shown.stdout), ...numbers(rest.stdout)]).size).toBe(101)
})
