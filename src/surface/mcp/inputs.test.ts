import { expect, test } from 'vitest'
import { askHumanTool } from './ask-human-tool.ts'
import { irisTools } from './iris-tools.ts'
import { reportTools } from './report.ts'
import { runTools } from './runs.ts'
import { sessionTools } from './session.ts'
import { teamTools } from './teams.ts'
import { tellTools } from './tell.ts'
import type { Tool } from './tool.ts'

const tools = [
  ...tellTools,
  ...teamTools,
  ...reportTools,
  ...sessionTools,
  askHumanTool,
  ...runTools,
  ...irisTools,
]

interface Schema {
  type?: string
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  default?: unknown
  minLength?: number
  minimum?: number
  minItems?: number
  maxLength?: number
  maximum?: number
  maxItems?: number
}

/** What may be sent, in short: `to string 1..64`, `options? array ..12 = []`. */
function wordsOf(name: string, schema: Schema, isRequired: boolean): string[] {
  const { type = '', items, properties = {}, required = [] } = schema
  const own = [
    `${name}${isRequired ? '' : '?'}`,
    schema.enum?.join('|') ?? type,
    rangeOf(schema),
    defaultOf(schema),
  ]
  const fields = Object.entries(properties).flatMap(([key, value]) =>
    wordsOf(`${name}.${key}`, value, required.includes(key)),
  )
  return [own.filter(Boolean).join(' '), ...(items ? wordsOf(`${name}[]`, items, true) : []), ...fields]
}

function rangeOf(schema: Schema): string {
  const least = schema.minLength ?? schema.minimum ?? schema.minItems
  const most = schema.maxLength ?? schema.maximum ?? schema.maxItems
  const limits = [least, most].map(limitOf)
  return limits.join('') && limits.join('..')
}

/** What every whole number is bounded by says nothing about this one. */
function limitOf(limit: number | undefined): string {
  return limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? '' : String(limit)
}

function defaultOf({ default: given }: Schema): string {
  return given === undefined ? '' : `= ${JSON.stringify(given)}`
}

function inputOf({ listing }: Tool): string[] {
  return wordsOf(listing.name, listing.inputSchema, true).slice(1)
}

/** A change here is one for every client: decide it, then write it down. */
test('[MCP6] what the tools with a behaviour of their own take, with every limit and default', () => {
  expect(tools.flatMap(inputOf)).toEqual([
    'team_tell.to? string',
    'team_tell.toTeam? string',
    'team_tell.message string',
    'team_tell.fromTeam? string',
    'team_tell.timeout? integer -1..86400000 = 0',
    'team_quick_tell.to? string',
    'team_quick_tell.toTeam? string',
    'team_quick_tell.message string',
    'team_quick_tell.fromTeam? string',
    'team_teams.after? string',
    'team_teams.limit? integer 1..200 = 20',
    'team_report.team? string',
    'team_report.turn? string',
    'team_report.after? string',
    'team_report.limit? integer 1..200 = 20',
    'team_report.from? integer 0..',
    'team_report.maxChars? integer 1..1000000',
    'team_cache_read.team? string',
    'team_cache_read.session? string',
    'team_cache_read.turn? string',
    'team_cache_read.after? integer 0.. = 0',
    'team_cache_read.newest? boolean = false',
    'team_cache_read.before? integer 1..',
    'team_cache_read.limit? integer 1..200 = 20',
    'session_retry.team? string',
    'session_retry.turn? string',
    'session_retry.leave? boolean = false',
    'team_cache_clear.team string',
    'ask_human.type blocking|clarifying|confirming|educational|celebratory|preference',
    'ask_human.text string 1..4000',
    'ask_human.context? string ..4000 = ""',
    'ask_human.options? array ..12 = []',
    'ask_human.options[] object',
    'ask_human.options[].label string 1..200',
    'ask_human.options[].description? string ..4000 = ""',
    'ask_human.options[].recommended? boolean = false',
    'ask_human.options[].implications? string ..4000',
    'ask_human.default? string ..4000',
    'ask_human.allowFreeText? boolean = true',
    'ask_human.multiSelect? boolean = false',
    'ask_human.reversible? boolean = false',
    'ask_human.tags? array ..16 = []',
    'ask_human.tags[] string 1..64',
    'ask_human.phase? string ..100 = ""',
    'run_show.run? string',
    'run_complete.summary string 1..20000',
    'iris_ask.question string 1..20000',
    'iris_ask.yes? boolean = false',
    'check_session_status.fromTeam string ..64',
    'check_session_status.toTeam string',
    'get_active_sessions.statusFilter? all|active|stopped = "all"',
    'get_session_report.team string',
    'get_session_report.fromTeam? string ..64',
    'get_session_report.turns? integer 1..5 = 3',
    'wait_for_turn.turn string',
    'wait_for_turn.seconds? integer 1..300 = 120',
    'create_pending_question.question string 1..4000',
    'create_pending_question.context? string ..20000 = ""',
    'wake_team.team string',
    'send_message_to_team.team string',
    'send_message_to_team.message string 1..100000',
    'analyze_completion.completion string ..100000',
    'read_events.after? integer 0.. = 0',
    'read_events.types? array ..20',
    'read_events.types[] string ..64',
  ])
})

test('[MCP6] whether they read, change, end or answer is what their hints say', () => {
  const flags = ({ listing: { name, annotations } }: Tool): string => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
    const said = {
      reads: readOnlyHint,
      destroys: destructiveHint,
      repeats: idempotentHint,
      opens: openWorldHint,
    }
    return [name, ...Object.entries(said).flatMap(([word, holds]) => (holds ? [word] : []))].join(' ')
  }
  expect(tools.map(flags)).toEqual([
    'team_tell opens',
    'team_quick_tell opens',
    'team_teams reads repeats',
    'team_getTeamName reads repeats',
    'team_report reads repeats',
    'team_cache_read reads repeats',
    'session_retry destroys repeats',
    'team_cache_clear destroys repeats',
    'ask_human opens',
    'run_show reads repeats',
    'run_complete destroys repeats',
    'iris_ask opens',
    'check_session_status reads repeats',
    'get_active_sessions reads repeats',
    'get_session_report reads repeats',
    'wait_for_turn reads repeats',
    'create_pending_question opens',
    'wake_team repeats',
    'send_message_to_team opens',
    'analyze_completion reads repeats',
    'get_pool_metrics reads repeats',
    'read_events reads repeats',
  ])
})

test('[MCP36] lines are read forwards after one, or backwards, and never both', async () => {
  const cacheRead = reportTools.find(({ listing }) => listing.name === 'team_cache_read')
  // What is refused as it came in is not run, so nothing of this is needed.
  const refusal = (how: object) => cacheRead?.call({} as never, { team: 'alpha', ...how }).catch(String)
  for (const how of [{}, { after: 5 }, { newest: true }, { before: 9 }])
    expect(await refusal(how)).not.toContain('backwards')
  for (const how of [
    { after: 5, newest: true },
    { after: 5, before: 9 },
  ])
    expect(await refusal(how)).toContain('`newest` and `before` backwards')
})
