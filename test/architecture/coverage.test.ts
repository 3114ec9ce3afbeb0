import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandNames, figureRows, toolsOfSeed, withFigures } from '../../scripts/coverage-figures.ts'
import { parseConfig, readEnvironment } from '../../src/platform/config/index.ts'
import { toolsFor } from '../../src/surface/mcp/tools.ts'
import { exists, foldersIn, page, root, rowsOf, rulesOfPage, seeds } from '../support/coverage-page.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = new Set(readdirSync(join(root, 'docs/spec')).flatMap(rulesOfPage))
/** A page of so few rules has no more to come. */
const smallPage = 8
const architecture = /^ARC\d+$/

test('[ARC9] the figures of docs/coverage.md are what the code says (else: npm run coverage:figures)', () => {
  expect(figureRows(page)).toEqual(figureRows(withFigures(page)))
})

test('[ARC9] every tool that the seed lists is there for people', () => {
  const own = toolsFor('human')
  expect(toolsOfSeed.filter((name) => !own.has(name))).toEqual([])
})

test('[ARC9] every rule that docs/coverage.md names exists, also every one between two', () => {
  const named = [...page.matchAll(/\b([A-Z]{3,4})(\d+)(?:–([A-Z]{3,4})(\d+))?/g)]
  const pages = [...page.matchAll(/\]\(spec\//g)]
  expect(named.length + pages.length).toBeGreaterThan(400)
  const missing = named.flatMap(([text, prefix = '', first, other, last]) => {
    if (other !== undefined && other !== prefix) return [text]
    const numbers = Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_, n) => `${prefix}${Number(first) + n}`,
    )
    const unknown = numbers.filter((rule) => !rules.has(rule) && !architecture.test(rule))
    return numbers.length === 0 ? [text] : unknown.map((rule) => `${rule} (${text})`)
  })
  expect(missing).toEqual([])
})

test('[ARC9] most of a page of rules is named by the page, which stays true when rules are added', () => {
  const ranges = [...page.matchAll(/\b([A-Z]{3,4})1–[A-Z]{3,4}(\d+)/g)]
  const isMost = (prefix: string, last: number): boolean => {
    const all = [...rules].filter((rule) => rule.replace(/\d+$/, '') === prefix).length
    return all > smallPage && last > all / 2
  }
  expect(
    ranges.filter(([, prefix = '', last]) => isMost(prefix, Number(last))).map(([text]) => text),
  ).toEqual([])
})

test('[ARC9] a tool that docs/coverage.md calls missing is not there', () => {
  const tools = figureRows(page)
    .filter((row) => row.includes('ools of'))
    .join(' ')
  const missing = [...page.matchAll(/`([a-z]+_[A-Za-z_]+)`[^|.]*does not exist/g)].map(
    ([, name = '']) => name,
  )
  expect(missing.filter((name) => tools.includes(`\`${name}\``))).toEqual([])
})

test('[ARC9] the table of what exists leaves no page of rules out', () => {
  const linked = rowsOf('What exists').flatMap((cells) =>
    [...(cells[2] ?? '').matchAll(/\]\(spec\/([\w-]+\.md)\)/g)].map(([, name = '']) => name),
  )
  expect([...new Set(linked)].toSorted()).toEqual(readdirSync(join(root, 'docs/spec')).toSorted())
})

test('[ARC9] every folder named as the home of something that runs exists; what is planned has none', () => {
  const rows = ['What exists', ...seeds].flatMap(rowsOf).filter((cells) => cells.length >= 3)
  const homes = rows.flatMap(([what = '', where = '', proof = '']) =>
    proof.startsWith('not yet') ? [] : foldersIn(where).map((folder) => `${what}: ${folder}`),
  )
  expect(homes.length).toBeGreaterThan(150)
  const planned = foldersIn(
    rowsOf('What is planned')
      .map((cells) => cells[2])
      .join(),
  )
  const missing = homes.filter((home) => !exists(home.split(': ').at(-1) ?? ''))
  // Where a part of it runs already, the rest has its future home beside it.
  expect(missing.filter((home) => !planned.includes(home.split(': ').at(-1) ?? ''))).toEqual([])
  expect(planned.filter((folder) => exists(folder))).toEqual([])
})

test('[ARC9] every file, decision, script and command that docs/coverage.md names exists', () => {
  const files = [...page.matchAll(/`((?:src|docs|test|bench|scripts)\/[\w./-]*[\w/])`/g)].map(
    ([, path = '']) => path,
  )
  const links = [...page.matchAll(/\]\(((?!http)[^)#]+)\)/g)].map(([, path = '']) => `docs/${path}`)
  expect([...files, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([])

  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4))
  const cited = [...page.matchAll(/\bADR (\d+)/g)].map(([, number = '']) => number)
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter((number) => !decisions.includes(number))).toEqual([])

  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const run = [...page.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(run.filter((name) => !(name in scripts))).toEqual([])

  const known = commandNames()
  const commands = [...page.matchAll(/`iris ([a-z]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !known.includes(name))).toEqual([])
})

test('[ARC9] every section of a seed has four cells, and what is not yet there names its part', () => {
  const rows = seeds.flatMap(rowsOf)
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter((cells) => cells.length !== 4)).toEqual([])
  const parts = rowsOf('What is planned').map(([part]) => part)
  const promised = rows.flatMap((cells) => [...(cells[2] ?? '').matchAll(/not yet: ([\w ]+)/g)])
  expect(promised.filter(([, part]) => !parts.includes(part?.trim()))).toEqual([])
})

/** Every key that the config files of seeds 000 and 001 have, but the paths of their databases. */
const keysOfSeeds = `
settings:
  sessionInitTimeout: 30000
  responseTimeout: 120000
  idleTimeout: 30000000
  maxProcesses: 10
  healthCheckInterval: 30000
agent:
  enabled: true
  model: claude-sonnet-4-5
  temperature: 0.7
  maxTokens: 8192
  queueSqlitePath: queue.db
  features: { completionAnalysis: true, dashboardChat: true, autonomousCoordination: false, healthMonitoring: true }
  completionAnalysis:
    enabledFor: ['*']
    questionPatterns: ['\\?$', 'ready to proceed']
    minConfidence: 0.7
    useQuickCheck: true
    responseTimeout: 30000
    alertMethods: [dashboard, notification]
  mcpServers: [filesystem]
  grantPermission: ask
  systemPrompts: { userChat: null, teamMonitor: null }
teams:
  shop: { path: /shop, description: The shop, idleTimeout: 30000000, skipPermissions: true, color: '#FF6B9D' }
`

test('[ARC9] every key of the seeds is taken, and only those listed as without effect are noticed', () => {
  const { notices } = parseConfig(keysOfSeeds, readEnvironment({ HOME: '/home/u', IRIS_HOME: '/iris' }))
  const row = figureRows(page).find((line) => line.startsWith('|Keys of config.yaml without effect|')) ?? ''
  const listed = [...row.matchAll(/`([\w.]+)`/g)].map(([, key = '']) => key)
  expect(notices.map(({ path }) => path).toSorted()).toEqual(listed.toSorted())
})
