import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { IrisError, UxBarrier, UxJourney } from '../../../contract/index.ts'
import { childEnvironment, type Team } from '../../../platform/config/index.ts'
import { entryPoint } from '../../../platform/process/index.ts'
import { ask, momentsOf } from './asking.ts'
import { folderOf, markOf, type UxContext } from './context.ts'
import { findBrowser, findPackage } from './finding.ts'
import { personasOf, readJourneys } from './journeys.ts'
import type { UxFound, UxPlan } from './plan.ts'
import type { UxRow } from './rows.ts'
import { scoreOf } from './score.ts'

const mostTime = 15 * 60_000
const keptWords = 4000
/** Serves the project beside the process with the browser; the whole group ends with that one. */
const script = 'sh -c "$1" >&2 & shift; exec "$@"'

const Found = z.object({ journeys: z.array(UxJourney), barriers: z.array(UxBarrier) })

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
  const text = await readFile(join(where, 'found.json'), 'utf8')
  end(context, row, {
    outcome: 'done',
    words: 'Its journeys were gone through.',
    found: Found.parse(JSON.parse(text)),
  })
}

/** Runs the process with the browser; why it did not come to its end, or null. */
async function browse(
  context: UxContext,
  { ux }: UxRow,
  { folder, env, serve }: { folder: string; env: Readonly<Record<string, string>>; serve: string },
): Promise<string | null> {
  const { starter, rows, log, signal } = context
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
    onOutput: (_, chunk) => void (said = `${said}${chunk.toString('utf8')}`.slice(-keptWords)),
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
    found = { journeys: [], barriers: [] },
  }: {
    outcome: NonNullable<UxRow['outcome']>
    words: string
    found?: UxFound
  },
): void {
  const { log, rows, clock } = context
  if (rows.get(ux)?.endedAt !== null) return
  const { journeys, barriers } = found
  const score = scoreOf(journeys, barriers)
  log.write((append) => {
    rows.set(ux, { outcome, words, score, found: JSON.stringify(found), leader: null, endedAt: clock.now() })
    const figures = { score, journeys: journeys.length, barriers: barriers.length }
    append({ type: 'ux.ended', data: { ux, of: subject, team, state: outcome, words, ...figures } })
    for (const moment of momentsOf(journeys, barriers, score)) ask(context, ux, { ...moment, by: 'ux.ended' })
  })
}
