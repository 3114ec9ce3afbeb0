import type { Run, Teammate } from '../contract/plain.ts'

const signs: Readonly<Record<Teammate['state'], string>> = {
  queued: '·',
  working: '●',
  waiting_on_you: '?',
  completed: '✓',
  failed: '✗',
  stopped: '■',
}

const mostTeammates = 16

/** Who works on what in a run, for how long and for how much: a line for the run, the leader and each teammate. */
export function treeOf(run: Run, now: number): string[] {
  const { state, leader, teammates, startedAt, endedAt, costUsd, turns } = run
  const shown = teammates.slice(-mostTeammates)
  const more = teammates.length - shown.length
  const width = Math.max(0, ...shown.map((one) => calledOf(one).length))
  const rehearsed = run.rehearsed ? '  (rehearsed)' : ''
  const figures = `${elapsed(startedAt, endedAt ?? now)}  $${costUsd.toFixed(2)}  ${turns} turns`
  return [
    `run ${state.replaceAll('_', ' ')}  ${figures}${rehearsed}`,
    `● leader  ${oneLine(leader.activity)}`,
    ...(more > 0 ? [`├─ … ${more} more`] : []),
    ...shown.map((one, index) => {
      const branch = index === shown.length - 1 ? '└─' : '├─'
      const time = elapsed(one.startedAt, one.endedAt ?? now)
      return `${branch} ${signs[one.state]} ${calledOf(one).padEnd(width)}  ${time}  ${doing(one)}`
    }),
  ]
}

/** What a person calls a teammate: its name, and its role where that is another word. */
export function calledOf({ name, role }: Pick<Teammate, 'name' | 'role'>): string {
  return role === null || role === name ? name : `${name} (${role})`
}

function doing({ state, activity, summary, tasks, costUsd }: Teammate): string {
  const isAtWork = state === 'working' || state === 'queued' || state === 'waiting_on_you'
  const again = tasks > 1 ? ` (${tasks} times)` : ''
  const cost = costUsd === null ? '' : `  $${costUsd.toFixed(2)}`
  return `${oneLine(isAtWork ? activity : (summary ?? activity))}${again}${cost}`
}

/** As wide as that of a long run, so that columns stay in place. */
function elapsed(from: number, to: number): string {
  return `${(Math.max(0, to - from) / 1000).toFixed(1).padStart(6)}s`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}
