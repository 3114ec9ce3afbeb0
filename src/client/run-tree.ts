import { money, seconds, type Run, type Teammate } from '../contract/plain.ts'

const signs: Readonly<Record<Teammate['state'], string>> = {
  queued: '·',
  working: '●',
  waiting_on_you: '?',
  completed: '✓',
  failed: '✗',
  stopped: '■',
}

const maxTeammates = 16
const maxBefore = 120

/** Who works on what in a run, for how long and for how much: a line for the run, the leader and each teammate. */
export function treeOf(run: Run, now: number): string[] {
  const { state, leader, teammates, costUsd, turns } = run
  const shown = teammates.slice(-maxTeammates)
  const more = teammates.length - shown.length
  const width = Math.max(0, ...shown.map((one) => calledOf(one).length))
  const rehearsed = run.rehearsed ? '  (rehearsed)' : ''
  const waited = run.waitedMs < 1000 ? '' : `  waited ${seconds(run.waitedMs)}`
  const figures = `${worked(run, now)}${waited}  ${money(costUsd)}  ${turns} turns`
  return [
    `run ${state.replaceAll('_', ' ')}  ${figures}${rehearsed}`,
    `● leader  ${oneLine(leader.activity)}`,
    ...(more > 0 ? [`├─ … ${more} more`] : []),
    ...shown.map((one, index) => {
      const branch = index === shown.length - 1 ? '└─' : '├─'
      const who = calledOf(one).padEnd(width)
      return `${branch} ${signs[one.state]} ${who}  ${worked(one, now)}  ${doing(one)}`
    }),
  ]
}

/** What a person calls a teammate: its name, and its role where that is another word. */
export function calledOf({ name, role }: Pick<Teammate, 'name' | 'role'>): string {
  return role === null || role === name ? name : `${name} (${role})`
}

function doing(teammate: Teammate): string {
  const { activity, summary, tasks, costUsd } = teammate
  const isAgain = isAtWork(teammate) && summary
  const before = isAgain ? `; reported before: ${oneLine(summary).slice(0, maxBefore)}` : ''
  const again = tasks > 1 ? ` (${tasks} times${before})` : ''
  const cost = costUsd === null ? '' : `  ${money(costUsd)}`
  return `${oneLine(isAtWork(teammate) ? activity : (summary ?? activity))}${again}${cost}`
}

/** Whether a teammate has something to do: it works, is about to, or waits for you. */
export function isAtWork({ state }: Pick<Teammate, 'state'>): boolean {
  return state === 'working' || state === 'queued' || state === 'waiting_on_you'
}

/** The time at work, without what was waited; as wide as that of a long run, so that columns stay in place. */
function worked(
  { startedAt, endedAt, waitedMs }: Pick<Run, 'startedAt' | 'endedAt' | 'waitedMs'>,
  now: number,
): string {
  return seconds(Math.max(0, (endedAt ?? now) - startedAt - waitedMs)).padStart(7)
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}
