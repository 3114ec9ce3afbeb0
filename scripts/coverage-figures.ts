import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, eventDefinitions, TurnEnding } from '../src/contract/index.ts'
import { withoutEffect } from '../src/platform/config/sections/without-effect.ts'
import { createProgram } from '../src/surface/cli/program.ts'
import type { Role } from '../src/surface/mcp/tool.ts'
import { toolsFor } from '../src/surface/mcp/tools.ts'

const begin = '<!-- counted: npm run coverage:figures -->'
const end = '<!-- /counted -->'
const root = join(import.meta.dirname, '..')

/** The tools that seed 001 lists. */
export const toolsOfSeed = [
  'team_tell',
  'team_wake',
  'team_cache_read',
  'team_isAwake',
  'team_sleep',
  'team_cache_clear',
  'team_wake_all',
  'team_report',
  'team_getTeamName',
  'team_teams',
]

/** docs/coverage.md with what the code says of itself between the markers. */
export function withFigures(page: string): string {
  const [before, rest] = split(page, begin)
  const [, after] = split(rest, end)
  return `${before}${begin}\n\n${figures()}\n\n${end}${after}`
}

/** The rows of the figures without the spaces that a formatter may add. */
export function figureRows(page: string): string[] {
  const [, rest] = split(page, begin)
  const [table] = split(rest, end)
  const lines = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) => line.replaceAll(/ *\| */g, '|').replaceAll(/-+/g, '-'))
}

function figures(): string {
  const rows: [string, readonly string[]][] = [
    ['Tools of the seed', toolsOfSeed],
    ['Further tools for people', tools('human').filter((name) => !toolsOfSeed.includes(name))],
    ['Tools of an agent', tools('agent')],
    [
      'Further tools of the leader of a run',
      tools('leader').filter((name) => !tools('agent').includes(name)),
    ],
    ['Tools of a worker on a task', tools('worker')],
    ['Tools of an observer', tools('observer')],
    ['Tools of the Iris agent', tools('iris')],
    ['Endings of a turn', TurnEnding.options],
    ['Keys of config.yaml without effect', withoutEffect.map(({ path }) => path.join('.'))],
    ['Commands', commandNames().map((name) => `iris ${name}`)],
  ]
  const counted = [
    ['Calls of the HTTP API', Object.keys(calls).length, '`/api/openapi.json`'],
    ['Kinds of events', Object.keys(eventDefinitions).length, '[event-stream.md](event-stream.md)'],
    ['Rules', rulesIn(), '[docs/spec](spec/)'],
  ]
  return [
    '| What | How many | Which |',
    '| --- | --- | --- |',
    ...rows.map(
      ([what, names]) => `| ${what} | ${names.length} | ${names.map((name) => `\`${name}\``).join(', ')} |`,
    ),
    ...counted.map(([what, count, where]) => `| ${what} | ${count} | ${where} |`),
  ].join('\n')
}

/** The commands that `iris --help` lists. */
export function commandNames(): string[] {
  return createProgram(async () => undefined).commands.map((command) => command.name())
}

function tools(role: Role): string[] {
  return [...toolsFor(role).keys()]
}

function rulesIn(): number {
  const pages = readdirSync(join(root, 'docs/spec')).map((page) =>
    readFileSync(join(root, 'docs/spec', page), 'utf8'),
  )
  return pages.flatMap((page) => [...page.matchAll(/^- \*\*[A-Z]+\d+\*\*/gm)]).length
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at === -1) throw new Error(`docs/coverage.md has no ${mark}.`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
