import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventDefinitions } from '../../src/contract/index.ts'
import { configJsonSchema, parseConfig, readEnvironment } from '../../src/platform/config/index.ts'
import { toolsFor } from '../../src/surface/mcp/tools.ts'
import { intelligenceMigrations } from '../../src/teamwork/intelligence/records.ts'
import {
  exists,
  foldersIn,
  foldersOfSource,
  livingRows,
  page,
  plannedFolders,
  promisedIn,
  root,
  rowsOf,
  rulesIn,
  seeds,
} from '../support/coverage-page.ts'

const existing = livingRows('What exists')
const rows = [...existing, ...seeds.flatMap(livingRows)]
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rowAbout = (about: string) => rows.find((row) => row.about.replaceAll('*', '') === about)

test('[ARC9] the table of what exists has one row for each subject', () => {
  const subjects = existing.map(({ about }) => about)
  expect(subjects.filter((about, place) => subjects.indexOf(about) !== place)).toEqual([])
  const parts = rowsOf('What is planned').map(([part]) => part)
  expect(parts.filter((part, place) => parts.indexOf(part) !== place)).toEqual([])
})

test('[ARC9] the table of what exists leaves no folder of the source out', () => {
  const named = new Set(existing.flatMap(({ homes }) => homes))
  expect(foldersOfSource().length).toBeGreaterThan(30)
  expect(foldersOfSource().filter((folder) => !named.has(folder))).toEqual([])
})

test('[ARC9] a page of rules stands beside the folder that it says it is about', () => {
  const wrong = existing.flatMap(({ homes, rules }) =>
    [...rules.matchAll(/\]\((spec\/[\w-]+\.md)\)/g)].flatMap(([, path = '']) => {
      const opening = read(`docs/${path}`).split('\n## ')[0]!.split('\n- **')[0]!
      const about = [...opening.matchAll(/`src\/([^`]+)`/g)].flatMap(([, folder = '']) => foldersIn(folder))
      const isBeside = about.some((folder) => homes.some((home) => isWithin(folder, home)))
      return about.length === 0 || isBeside ? [] : [`${path} is about ${about.join(', ')}`]
    }),
  )
  expect(wrong).toEqual([])
})

function isWithin(folder: string, home: string): boolean {
  return folder === home || folder.startsWith(`${home}/`)
}

test('[ARC9] a test that a row names is there and cites a rule of that row', () => {
  const named = rows.flatMap(({ about, rules, more }) =>
    [...`${rules} ${more}`.matchAll(/`((?:test|src)\/[\w./-]+\.test\.ts)`/g)].map(([, path = '']) => ({
      about,
      path,
      rules: rulesIn(rules),
    })),
  )
  expect(named.length).toBeGreaterThan(15)
  const wrong = named.filter(({ path, rules: own }) => {
    if (!existsSync(join(root, path))) return true
    const text = read(path)
    return !own.some((rule) => text.includes(`[${rule}]`))
  })
  expect(wrong.map(({ about, path }) => `${about}: ${path}`)).toEqual([])
})

test('[ARC9] of a seed that is there whole, each row names a test that proves it', () => {
  const whole = ['Seed 002'].flatMap(livingRows).filter(({ rules }) => rules !== 'nothing to build')
  expect(whole.length).toBeGreaterThan(20)
  expect(whole.flatMap(({ rules }) => promisedIn(rules))).toEqual([])
  expect(whole.flatMap(({ about, rules }) => (/`\S+\.test\.ts`/.test(rules) ? [] : about))).toEqual([])
})

test('[ARC9] nothing is called "not yet" whose folder is there', () => {
  const alone = rows.filter(({ rules }) => rules.startsWith('not yet'))
  expect(rows.length).toBeGreaterThan(100)
  const wrong = alone.flatMap(({ about, homes }) => homes.filter(exists).map((home) => `${about}: ${home}`))
  expect(wrong).toEqual([])
})

test('[ARC9] a chapter of a seed is not called "not yet" while a section of it runs', () => {
  const wrong = seeds.flatMap(livingRows).filter(({ about, rules }, _, all) => {
    const [, chapter] = /^\*\*(\d+)\. /.exec(about) ?? []
    const sections = all.filter((row) => row.about.startsWith(`${chapter}.`))
    return rules.startsWith('not yet') && sections.some((row) => !row.rules.startsWith('not yet'))
  })
  expect(wrong.map(({ about }) => about)).toEqual([])
})

test('[ARC9] every event and key of the config that docs/coverage.md names exists', () => {
  const schema = configJsonSchema()
  const isKey = (name: string): boolean =>
    name.split('.').reduce<unknown>((part, step) => propertiesOf(part)[step], schema) !== undefined
  const kinds = new Set(Object.keys(eventDefinitions))
  // The form of names, and a place where a seed has its keys.
  const others = ['noun.verbed', 'settings.agent']
  const named = [...page.matchAll(/`([a-z]+\.[a-z]+(?:_[a-z]+)*(?:[A-Z][a-z]+)*)`/g)].map(
    ([, name = '']) => name,
  )
  const wanted = named.filter((name) => !/\.(?:db|md|txt|yaml|ts)$/.test(name) && !others.includes(name))
  expect(wanted.length).toBeGreaterThan(15)
  expect(wanted.filter((name) => !kinds.has(name) && !isKey(name))).toEqual([])
})

/** A part may also be left empty, so a mapping is one of several shapes. */
function propertiesOf(part: unknown): Record<string, unknown> {
  const { properties, anyOf = [] } = (part ?? {}) as { properties?: object; anyOf?: unknown[] }
  return Object.assign({}, properties, ...anyOf.map(propertiesOf)) as Record<string, unknown>
}

test('[ARC9] what is not there yet names the folder that will bring it, and the rest a rule', () => {
  const planned = plannedFolders()
  const promising = rows.filter(({ rules }) => promisedIn(rules).length > 0)
  const homeless = promising.filter(({ homes, rules }) =>
    promisedIn(rules).some((part) => !planned.get(part)?.some((folder) => homes.includes(folder))),
  )
  expect(homeless.map(({ about }) => about)).toEqual([])
  const unproven = promising.filter(
    ({ homes, rules }) => homes.some(exists) && rulesIn(rules.split('not yet')[0]!).length === 0,
  )
  expect(unproven.map(({ about }) => about)).toEqual([])
  const forgotten = rows.filter(
    ({ homes, rules }) => promisedIn(rules).length === 0 && homes.some((home) => !exists(home)),
  )
  expect(forgotten.map(({ about }) => about)).toEqual([])
})

test('[ARC9] the defaults that docs/coverage.md names are those of the code', () => {
  const text = 'teams: { shop: { path: /shop } }'
  const environment = readEnvironment({ HOME: '/home/u', IRIS_HOME: '/iris' })
  const { agent, settings, teams } = parseConfig(text, environment)
  const said = page.match(/`model` is `([\w.-]+)`, `idleTimeout` (\d+) h/)
  expect(said?.slice(1)).toEqual([agent.model, String(settings.idleTimeout / 3_600_000)])
  expect(rowAbout('1. Response timeout')?.more).toContain('Two minutes')
  expect(settings.responseTimeout).toBe(120_000)
  expect(page).toContain(`permissions default to \`${teams.get('shop')?.grantPermission}\``)
})

/** What the tools of seed 000 take, and what of it the row about them says Iris leaves out or calls otherwise. */
const inputsOfSeed: Record<string, string[]> = {
  check_session_status: ['fromTeam', 'toTeam'],
  get_active_sessions: ['statusFilter'],
  create_pending_question: ['sessionId', 'question', 'context', 'confidence'],
  wake_team: ['fromTeam', 'toTeam'],
  send_message_to_team: ['fromTeam', 'toTeam', 'message', 'async'],
  analyze_completion: ['completion', 'patterns'],
  get_pool_metrics: [],
}

test('[ARC9] what the tools of the Iris agent take is what the row about them says', () => {
  const tools = toolsFor('iris')
  const saying = rowAbout('Tool definitions')?.more ?? ''
  const differences = Object.entries(inputsOfSeed).flatMap(([name, wanted]) => {
    const taken = Object.keys(tools.get(name)?.listing.inputSchema['properties'] ?? {})
    return [...wanted.filter((one) => !taken.includes(one)), ...taken.filter((one) => !wanted.includes(one))]
  })
  expect(new Set(differences)).toEqual(
    new Set(['sessionId', 'confidence', 'fromTeam', 'toTeam', 'team', 'async', 'patterns']),
  )
  expect(differences.filter((one) => one !== 'toTeam' && !saying.includes(`\`${one}\``))).toEqual([])
})

const tablesOfSeed: Record<string, string[]> = {
  agent_sessions:
    'id session_type team_session_id from_team to_team created_at last_used_at message_count status metadata'.split(
      ' ',
    ),
  agent_messages:
    'id agent_session_id role content message_type team_session_id from_team to_team timestamp metadata'.split(
      ' ',
    ),
}

test.each(Object.entries(tablesOfSeed))('[ARC9] how %s differs from the seed is said', (table, wanted) => {
  const made = intelligenceMigrations.steps.join('\n').split(`CREATE TABLE ${table} (`)[1] ?? ''
  const columns = [...made.split(') STRICT')[0]!.matchAll(/(?:^|,)\s*([a-z_]+) (?:TEXT|INTEGER)/g)].map(
    ([, name = '']) => name,
  )
  expect(columns).toContain('id')
  const said = rowAbout(`Table: ${table}`)?.more ?? ''
  const named = [...new Set([...wanted, ...columns])].filter((one) => said.includes(`\`${one}\``))
  const missing = wanted.filter((one) => !columns.includes(one))
  const added = columns.filter((one) => !wanted.includes(one))
  expect(named.toSorted()).toEqual([...missing, ...added].toSorted())
})
