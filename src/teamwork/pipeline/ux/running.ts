import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../../contract/index.ts'
import { childEnvironment, type Team } from '../../../platform/config/index.ts'
import { entryPoint } from '../../../platform/process/index.ts'
import { readRegularFile } from '../../../platform/projects/index.ts'
import { ask, momentsOf } from './asking.ts'
import { folderOf, markOf, type UxContext } from './context.ts'
import { findBrowser, findPackage } from './finding.ts'
import { personasOf, readJourneys } from './journeys.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { UxFound, type UxPlan } from './plan.ts'
import type { UxRow } from './rows.ts'
import { scoreOf } from './score.ts'
import { foundIn } from './views.ts'

const mostTime = 15 * 60_000
const keptWords = 4000
const largestFound = 16 * 1024 * 1024
/** Serves the project beside the process with the browser; the whole group ends with that one. */
const script = 'sh -c "$1" >&2 & shift; exec "$@"'

/** Goes through the journeys; with the daemon it ends, and the next one tells of it. */
export async function runUx(context: UxContext, row: UxRow): Promise<void> {
  const team = context.config().teams.get(row.team)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${row.team}.`)
  if (row.build === null) return runIn(context, row, { team, folder: team.path, setUp: [] })
  return context.work.inCheckout(row.build, (checkout) => runIn(context, row, { team, ...checkout }))
}

async function runIn(
  context: UxContext,
  row: UxRow,
  { team, folder, setUp }: { team: Team; folder: string; setUp: readonly string[] },
): Promise<void> {
  const { config, projects, environment, rows, log, signal } = context
  const { ux: settings } = config().pipeline
  const { url, journeys, ...file } = await readJourneys(projects, folder, settings.hosts)
  const where = folderOf(context, row.ux)
  await mkdir(where, { recursive: true, mode: 0o700 })
  const plan: UxPlan = {
    url,
    journeys,
    personas: personasOf({ url, journeys, ...file }, row.persona),
    hosts: settings.hosts,
    folder: where,
    playwright: findPackage('playwright-core', team.path),
    axe: findPackage('axe-core/axe.min.js', team.path),
    browser: findBrowser(settings.browser),
  }
  await writeFile(join(where, 'plan.json'), JSON.stringify(plan), { mode: 0o600 })
  if (signal.aborted || rows.get(row.ux)?.endedAt !== null) return
  log.write((append) =>
    append({
      type: 'ux.started',
      data: { ux: row.ux, of: row.subject, team: row.team, persona: row.persona },
    }),
  )
  const serve = [...setUp, ...(settings.serve === undefined ? [] : [settings.serve])].join(' && ')
  const env = childEnvironment(environment.variables, 'check', { ...team.env, ...team.checks.env })
  const words = await browse(context, row, { folder, env, serve: serve === '' ? ':' : serve })
  if (signal.aborted) return
  if (words !== null) return end(context, row, { outcome: 'failed', words })
  const found = await writtenIn(where)
  end(context, row, { outcome: 'done', words: 'Its journeys were gone through.', found })
}

async function writtenIn(folder: string): Promise<UxFound> {
  return UxFound.parse(JSON.parse(await readRegularFile(join(folder, 'found.json'), largestFound)))
}

/** What was found so far can be looked at, journey by journey. */
async function keepSoFar(context: UxContext, { ux, subject, team }: UxRow): Promise<void> {
  const { rows, log, logger } = context
  try {
    const found = await writtenIn(folderOf(context, ux))
    const row = rows.get(ux)
    if (!row || row.endedAt !== null) return
    const figures = { journeys: found.journeys.length, barriers: found.barriers.length }
    if (foundIn(row).journeys.length === figures.journeys) return
    log.write((append) => {
      rows.set(ux, { found: JSON.stringify(found) })
      append({ type: 'ux.walked', data: { ux, of: subject, team, ...figures } })
    })
  } catch (error) {
    logger.warn('what a UX test found so far cannot be read', { ux, err: messageOf(error) })
  }
}

/** Runs the process with the browser; why it did not come to its end, or null. */
async function browse(
  context: UxContext,
  row: UxRow,
  { folder, env, serve }: { folder: string; env: Readonly<Record<string, string>>; serve: string },
): Promise<string | null> {
  const { starter, rows, log, signal } = context
  const { ux } = row
  const { command, args } = entryPoint('teamwork/pipeline/ux/main')
  let said = ''
  const { code, timedOut } = await starter.runInGroup({
    command: 'sh',
    args: ['-c', script, 'iris', serve, command, ...args, join(folderOf(context, ux), 'plan.json')],
    cwd: folder,
    env,
    timeoutMs: mostTime,
    mark: markOf(ux),
    signal,
    onOutput: (stream, chunk) =>
      stream === 'stdout'
        ? keepSoFar(context, row)
        : void (said = `${said}${chunk.toString('utf8')}`.slice(-keptWords)),
    onStart: (leader) => log.write(() => rows.set(ux, { leader: leader ?? null })),
  })
  log.write(() => rows.set(ux, { leader: null }))
  if (code === 0) return null
  if (timedOut) return 'It did not end within 15 minutes.'
  return (
    said.trim().split('\n').slice(-5).join('\n') ||
    `The process with the browser ended with ${code ?? 'a signal'}.`
  )
}

/** Ends a UX test, and asks what follows from what it found, in one transaction. */
export function end(
  context: UxContext,
  { ux, subject, team }: UxRow,
  {
    outcome,
    words,
    found,
  }: {
    outcome: NonNullable<UxRow['outcome']>
    words: string
    /** What it found, of one that came to its end. */
    found?: UxFound
  },
): void {
  const { log, rows, clock } = context
  const row = rows.get(ux)
  if (!row || row.endedAt !== null) return
  const { journeys, barriers } = found ?? foundIn(row)
  const score = found ? scoreOf(journeys, barriers) : null
  log.write((append) => {
    const kept = JSON.stringify({ journeys, barriers })
    rows.set(ux, { outcome, words, score, found: kept, leader: null, endedAt: clock.now() })
    const figures = { score, journeys: journeys.length, barriers: barriers.length }
    append({ type: 'ux.ended', data: { ux, of: subject, team, state: outcome, words, ...figures } })
    for (const moment of found ? momentsOf(journeys, barriers, score) : [])
      ask(context, ux, { ...moment, by: 'ux.ended' })
  })
}
