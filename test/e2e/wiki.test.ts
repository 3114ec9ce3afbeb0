import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, mcpClients } from '../../src/surface/mcp/clients.suite.ts'
import { iris } from '../support/iris.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let place: string
let shop: string
let project: string
const clients = mcpClients(() => world.daemon.url)

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'iris-wiki-e2e-')))
  shop = mkdtempSync(join(place, 'shop-'))
  world = await openTeams({
    // Two teams in one folder: agents of one project.
    teams: { shop: { path: shop }, clerk: { path: shop } },
    lines: `
  - when: { says: '/leave a handoff about (\\w+)/' }
    reply:
      - tool: { name: mcp__iris__wiki_read, input: { page: "Handoffs/shop-1" } }
  - when: { tool: mcp__iris__wiki_read, heard: '/leave a handoff about (\\w+)/', toolResult: '/begins like this[^]*# Handoff/' }
    reply:
      - tool:
          name: mcp__iris__wiki_write
          input: { page: "Handoffs/shop-*", text: "# Handoff of shop\\n\\n## Next\\n\\nCount the \${heard.1}.\\n" }
  - when: { tool: mcp__iris__wiki_write, toolResult: '/Handoffs.shop-1/' }
    reply: "Handed over."
  - when: { says: "take over from shop" }
    reply:
      - tool: { name: mcp__iris__wiki_read, input: { page: "Handoffs/shop-1" } }
  - when: { tool: mcp__iris__wiki_read, toolResult: '/the agent .{0,2}shop[^]*\\| Count the (\\w+)\\./' }
    reply:
      - tool: { name: Bash, input: { command: "echo \${toolResult.1} > counted.txt", description: "Count" } }
  - when: { tool: Bash }
    reply: "Counted."
`,
  })
  project = (await world.client.call('listPages', { project: 'shop' })).wiki.project
})
afterAll(async () => {
  await clients.end()
  await world?.end()
  rmSync(place, { recursive: true, force: true })
})

const run = (args: string[], env: Record<string, string> = {}) =>
  iris(world.home, ['wiki', ...args, '--project', project], { VISUAL: '', TMPDIR: place, ...env })
/** Runs `iris wiki edit` with a shell script as the editor: $1 is the file, $ROUND counts from 1. */
function edit(page: string, script: string) {
  const own = mkdtempSync(join(place, 'editor-'))
  const editor = join(own, 'my editor.sh')
  const rounds = `echo >> '${own}/rounds'; ROUND=$(wc -l < '${own}/rounds' | tr -d ' ')`
  writeFileSync(editor, `#!/bin/sh\nset -e\n${rounds}\n${script}\n`)
  chmodSync(editor, 0o700)
  // What is set is read by a shell, as git does it.
  return run(['edit', page], { EDITOR: `'${editor}'` })
}
const textOf = async (page: string) => (await world.client.call('readPage', { project, page })).text
const write = (page: string, text: string) => world.client.call('writePage', { project, page, text })
const left = () => readdirSync(place).filter((name) => name.startsWith('iris-wiki-'))

/** A script that has somebody else replace words of a page through the folder of its repository. */
const meanwhile = (page: string, from: string, to: string) =>
  `sed -i.bak 's/${from}/${to}/' '${world.home}/wiki/${project}/${page}.md'; rm '${world.home}/wiki/${project}/${page}.md.bak'`
const replace = (from: string, to: string) => `sed -i.bak 's/${from}/${to}/' "$1"`

test('[WIK18] [WIK31] an agent leaves a handoff from the template, and another of the project goes on from it', async () => {
  const what = `teapots${Math.floor(Math.random() * 1000)}`
  expect(await world.ask(`leave a handoff about ${what}`, 'shop')).toMatchObject({ text: 'Handed over.' })
  const handoff = await world.client.call('readPage', { project, page: 'Handoffs/shop-1' })
  expect(handoff).toMatchObject({ author: { name: 'shop', kind: 'agent' }, isTemplate: false })
  expect(await world.ask('take over from shop', 'clerk')).toMatchObject({ text: 'Counted.' })
  // The word came to the second agent by the page alone.
  expect(readFileSync(join(shop, 'counted.txt'), 'utf8')).toBe(`${what}\n`)
})

test('[WIK31] every tool of the wiki works through a client of MCP, for a worker and for who speaks for the person', async () => {
  const task = await world.client.call('createTask', { team: 'shop', title: 'Count', files: [] })
  const { secret } = await world.client.call('createToken', { name: 'hand', role: 'worker', task: task.key })
  const delegate = await world.client.call('createToken', { name: 'desk', role: 'delegate' })
  for (const [who, token, folder] of [
    ['worker', secret, `Tasks/${task.key}`],
    ['delegate', delegate.secret, 'Desk'],
  ] as const) {
    const client = await clients.connect({ secret: token })
    const tool = (name: string, args: object) =>
      call(client, `wiki_${name}`, { ...args, ...(who === 'delegate' && { project }) })
    const page = `${folder}/plan`
    const written = await tool('write', { page, text: '# Plan\n\n## Next\n\ncount teapots\n' })
    expect(written).toMatchObject({ status: 'ok', page, isChanged: true })
    const { revision } = written
    const edited = await tool('edit', { page, revision, old: 'teapots', text: 'cups' })
    expect(await tool('write', { page, text: 'late', revision })).toMatchObject({
      status: 'error',
      code: 'PAGE_CONFLICT',
      details: { revision: edited['revision'] },
    })
    await tool('append', { page, section: 'Next', text: `see [[${folder}/shelf]]` })
    await tool('write', { page: `${folder}/shelf`, text: 'shelf\n' })
    expect((await tool('read', { page }))['told']).toMatch(/\| count cups\n(\| \n)?\| see \[\[/)
    expect((await tool('links', { page: `${folder}/shelf` }))['told']).toContain(page)
    expect(await tool('rename', { page: `${folder}/shelf`, to: `${folder}/rack` })).toMatchObject({
      relinked: 1,
    })
    expect((await tool('search', { words: 'cups rack' }))['told']).toContain(page)
    expect((await tool('list', { prefix: folder }))['told']).toContain(`${folder}/rack`)
    expect((await tool('history', { page }))['told']).toMatch(
      who === 'worker' ? /by the agent/ : /"desk", who speaks for/,
    )
  }
})

test('[WIK27] pages are appended to, listed, shown, found, compared and restored by command', async () => {
  expect((await run(['append', 'Decisions', 'we', 'sell', 'shoes', '-m', 'why not'])).stdout).toMatch(
    /^appended to Decisions at [0-9a-f]{10}\n$/,
  )
  await world.client.call('appendPage', { project, page: 'Decisions', text: 'and hats' })
  const { revisions } = await world.client.call('pageHistory', { project, page: 'Decisions' })
  const first = revisions.at(-1)?.revision ?? ''
  const [list, shown, found, history, diff] = await Promise.all([
    run(['ls', 'Dec']),
    run(['show', 'Decisions']),
    run(['search', 'shoe']),
    run(['history', 'Decisions', '--json']),
    run(['diff', 'Decisions', first]),
  ])
  expect(list.stdout).toMatch(/^Decisions +You +(?:now|\d+s ago|\d+m \d+s ago) +23 B$/m)
  expect(shown.stdout).toBe('we sell shoes\nand hats\n')
  expect(found.stdout).toContain('we sell shoes')
  expect(JSON.parse(history.stdout)).toMatchObject({
    revisions: [{ message: 'Append Decisions' }, { message: 'why not' }],
  })
  expect(diff.stdout).toMatch(/\n we sell shoes\n\+and hats\n$/)
  expect((await run(['restore', 'Decisions', first])).code).toBe(0)
  expect(await textOf('Decisions')).toBe('we sell shoes\n')
})

test('[WIK27] the editor begins with the template; what nobody changed is not written, and no file stays behind', async () => {
  const [same, failed, changed] = await Promise.all([
    edit('Sprint', 'true'),
    edit('Handoffs/a-1', 'exit 3'),
    edit('Tasks/a-1', replace('^## Plan', '## Later')),
  ])
  expect(same.stderr).toContain('Nothing changed.')
  expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('ended with code 3')])
  expect(changed.code).toBe(0)
  expect(await textOf('Tasks/a-1')).toMatch(/^# a-1\n[^]*## Later\n/)
  expect((await world.client.call('readPage', { project, page: 'Sprint' })).isTemplate).toBe(true)
  expect(left()).toEqual([])
})

test('[WIK27] what others changed is merged and shown; nothing is written while the marks of a conflict are left', async () => {
  const once = (script: string) => `if [ $ROUND = 1 ]; then ${script}; fi`
  const lines = 'Plan\n=======\n\none\n\n\n\ntwo\n'
  const [goods, wares] = ['Goods', 'Wares']
  await write('Plan', lines)
  for (const page of [goods, wares]) await write(page, 'we sell shoes\n')
  const both = (page: string) => once(`${replace('shoes', 'hats')}; ${meanwhile(page, 'shoes', 'boots')}`)
  const [merged, kept, settled] = await Promise.all([
    edit('Plan', once(`${replace('one', 'ONE')}; ${meanwhile('Plan', 'two', 'TWO')}`)),
    edit(goods, `${both(goods)}\nif [ $ROUND = 2 ]; then sed -i.bak '/^>/d' "$1"; fi`),
    edit(wares, `${both(wares)}\nif [ $ROUND = 2 ]; then sed -i.bak '/^[<>=]/d' "$1"; fi`),
  ])
  expect([merged.code, merged.stderr]).toEqual([0, expect.stringContaining('both changes are merged')])
  expect(await textOf('Plan')).toBe(lines.replace('one', 'ONE').replace('two', 'TWO'))
  expect(kept.code).toBe(6)
  const file = /Your text is in (\S+\.md)\./.exec(kept.stderr)?.[1] ?? ''
  expect(readFileSync(file, 'utf8')).toBe('<<<<<<< the page now\nwe sell boots\n=======\nwe sell hats\n')
  expect(await textOf(goods)).toBe('we sell boots\n')
  expect(settled.code).toBe(0)
  expect(await textOf(wares)).toBe('we sell boots\nwe sell hats\n')
})
