import type { Run, Teammate } from '../../contract/index.ts'

const signs: Readonly<Record<Teammate['state'], string>> = {
  queued: '·',
  working: '●',
  waiting_on_you: '?',
  completed: '✓',
  failed: '✗',
  stopped: '■',
}

const mostTeammates = 16

/** Who works on what in a run, for how long and for how much, one line each: the run, the leader, its teammates. */
export function treeOf(run: Run, now: number): string[] {
  const { state, leader, teammates, startedAt, endedAt, costUsd, turns } = run
  const shown = teammates.slice(-mostTeammates)
  const more = teammates.length - shown.length
  const nameWidth = Math.max(0, ...shown.map((one) => calledOf(one).length))
  return [
    `run ${state.replaceAll('_', ' ')}  ${elapsed(startedAt, endedAt ?? now)}  $${costUsd.toFixed(2)}  ${turns} turns${run.rehearsed ? '  (rehearsed)' : ''}`,
    `● leader  ${oneLine(leader.activity)}`,
    ...(more > 0 ? [`├─ … ${more} more`] : []),
    ...shown.map((one, index) => {
      const branch = index === shown.length - 1 ? '└─' : '├─'
      return `${branch} ${signs[one.state]} ${calledOf(one).padEnd(nameWidth)}  ${elapsed(one.startedAt, one.endedAt ?? now)}  ${doing(one)}`
    }),
  ]
}

/** What a person calls a teammate: its name, and its role where that is another word. */
export function calledOf({ name, role }: Pick<Teammate, 'name' | 'role'>): string {
  return role === null || role === name ? name : `${name} (${role})`
}

function doing({ state, activity, summary, tasks }: Teammate): string {
  const again = tasks > 1 ? ` (${tasks} times)` : ''
  return `${oneLine(state === 'working' || state === 'queued' ? activity : (summary ?? activity))}${again}`
}

/** Seconds with one digit, as wide as those of a long run, so that columns stay in place. */
function elapsed(from: number, to: number): string {
  return `${(Math.max(0, to - from) / 1000).toFixed(1).padStart(6)}s`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}
