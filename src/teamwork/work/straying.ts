import { oneLine } from '../../contract/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import { lastOf } from './facts.ts'
import { mainCheckout } from './ground.ts'
import type { BuildRow, WorkRow } from './rows.ts'

const labels = { mine: 'That was me, go on', stop: 'Stop the build' } as const
const maxLines = 30

/** Compares the main checkout after what ran for a task; the task goes on when it is as it was. */
export async function look(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const ran = lastOf(context, row)
  if (!(await hasStrayed(context, build))) context.rows.setTask(row, { looked: ran })
}

/**
 * An agent with a shell can leave its folder. The main checkout is compared with how it was; when it differs the build
 * rests until a person says whose change that is.
 */
async function hasStrayed(context: WorkContext, build: BuildRow): Promise<boolean> {
  const now = await mainCheckout(context, build)
  const known = context.rows.get(build.id)
  if (!known || known.ask !== null) return true
  if (known.ground === null) context.rows.set(build.id, { ground: now })
  if (known.ground === null || known.ground === now) return false
  rest(context, build, { before: known.ground, now })
  return true
}

function rest(
  { rows, log, inbox, clock }: WorkContext,
  build: BuildRow,
  { before, now }: { before: string; now: string },
): void {
  const reason = 'The main checkout changed while agents worked.'
  log.write((append) => {
    const { ask } = inbox.raise({
      source: 'build',
      kind: 'decision',
      type: 'blocking',
      text: `${keyOf(build)} rests: the main checkout of ${build.team} changed while agents worked. Was that you?`,
      context: `Agents work in worktrees of their own and have no business there. What differs:\n${differences(before, now)}`,
      options: [
        { label: labels.mine, description: 'The build goes on from here' },
        { label: labels.stop, description: 'What was done stays on its branches' },
      ],
      tags: ['build', 'security'],
      team: build.team,
      caller: keyOf(build),
    })
    rows.set(build.id, { ask: ask.id, pausedAt: clock.now(), pausedFor: reason })
    append({ type: 'build.paused', data: { build: build.id, key: keyOf(build), by: 'iris', reason } })
  })
}

/** The lines that only one of two looks has: how git says that a path differs, and the path. */
function differences(before: string, now: string): string {
  const [was, is] = [new Set(before.split('\n')), new Set(now.split('\n'))]
  const gone = [...was].filter((line) => !is.has(line)).map((line) => `- ${line}`)
  const come = [...is].filter((line) => !was.has(line)).map((line) => `+ ${line}`)
  const lines = [...gone, ...come]
  const shown = lines.slice(0, maxLines).map((line) => oneLine(line, 200))
  return [...shown, ...(lines.length > maxLines ? [`… and ${lines.length - maxLines} more`] : [])].join('\n')
}

/** Does what a person said about the main checkout. */
export async function hearStrayed(context: WorkContext, build: BuildRow): Promise<void> {
  const { rows, inbox, clock, moments, log } = context
  if (build.ask === null) return
  const { state, answer } = inbox.view(build.ask)
  if (state === 'open') return
  if (answer?.chosen[0]?.labels.includes(labels.stop))
    return rows.set(build.id, { ask: null, stopping: `Stopped by ${answer.by}.` })
  const ground = await mainCheckout(context, build)
  const restedMs = build.restedMs + Math.round(clock.steady() - moments.of(build.pausedAt ?? clock.now()))
  log.write((append) => {
    rows.set(build.id, { ask: null, ground, pausedAt: null, pausedFor: null, restedMs })
    append({ type: 'build.resumed', data: { build: build.id, key: keyOf(build), by: answer?.by ?? 'iris' } })
  })
}
