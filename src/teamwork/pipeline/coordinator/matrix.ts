import { roles, routesOf, type RoleKey, type Route, type Trigger } from './routes.ts'
import type { Alert } from '../../../contract/index.ts'

/** Something that happens, and the triggers by which the pipeline knows of it. */
interface Scenario {
  scenario: string
  on: readonly Trigger[]
  of?: Alert['kind']
}

/** The rows of the seed's decision matrix, and those it lacks. */
export const scenarios: readonly Scenario[] = [
  { scenario: 'A person says something of an idea', on: ['message'] },
  { scenario: 'An idea is complete', on: ['idea.completed'] },
  { scenario: 'A spec is wanted', on: ['spec.requested'] },
  { scenario: 'A spec is written', on: ['spec.generated'] },
  { scenario: 'A spec is sent back', on: ['spec.revision_requested'] },
  { scenario: 'A spec is approved', on: ['spec.approved'] },
  { scenario: 'A task starts', on: ['work.moved', 'timer'] },
  { scenario: 'A task fails', on: ['work.failed'] },
  { scenario: 'A task is stuck', on: ['alert.opened'], of: 'stuck' },
  { scenario: 'An agent goes round in circles', on: ['alert.opened'], of: 'loop' },
  { scenario: 'A build ends', on: ['build.ended'] },
  { scenario: 'A build was reviewed', on: ['review.made'] },
  { scenario: 'Two tasks want a file', on: ['lease.awaited'] },
  { scenario: 'Tasks wait for each other', on: ['alert.opened'], of: 'deadlock' },
  { scenario: 'A part of Iris is down', on: ['alert.opened'], of: 'component' },
  { scenario: 'A decision waits', on: ['ask.opened'] },
]

/** A row of the matrix: what each role does then. */
interface MatrixRow {
  scenario: string
  cells: Readonly<Record<RoleKey, string>>
}

/** Who does what in which case, from the routes alone. */
export function decisionMatrix(): MatrixRow[] {
  return scenarios.map(({ scenario, on, of }) => {
    const taken = on.flatMap((trigger) => routesOf(trigger, of))
    const cells = roles.map(({ role }) => [role, cellOf(role, taken)])
    // The keys are those of the roles.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { scenario, cells: Object.fromEntries(cells) as MatrixRow['cells'] }
  })
}

function cellOf(role: RoleKey, taken: readonly Route[]): string {
  const own = taken.filter(({ to }) => to === role).map(wordsOf)
  const finds = role === 'watch' && taken.some(({ from, on }) => from === role && on === 'alert.opened')
  return [...(finds ? ['finds it'] : []), ...new Set(own)].join('; ')
}

function wordsOf({ begins, when }: Route): string {
  return when === undefined ? begins : `${begins}, if ${when}`
}
