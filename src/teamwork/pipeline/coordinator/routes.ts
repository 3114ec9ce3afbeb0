import type { Alert, EventType } from '../../../contract/index.ts'

/** A role of the pipeline. */
interface Role {
  role: string
  /** What the seed calls it. */
  seed: string
  /** Where its code is. */
  homes: readonly string[]
  /** Whether it asks a model, or is code alone. */
  isModel: boolean
  task: string
}

/** Every role. */
export const roles = [
  {
    role: 'ideation',
    seed: 'Ideation agent',
    homes: ['teamwork/pipeline/ideation'],
    isModel: true,
    task: 'talks an idea through until there is a brief',
  },
  {
    role: 'specification',
    seed: 'Specification agent',
    homes: ['teamwork/pipeline/specification'],
    isModel: true,
    task: 'writes requirements and tasks',
  },
  {
    role: 'build',
    seed: 'Build agent',
    homes: ['teamwork/work'],
    isModel: true,
    task: 'works tasks until their checks pass',
  },
  {
    role: 'review',
    seed: 'SIA',
    homes: ['teamwork/pipeline/review', 'teamwork/pipeline/learning'],
    isModel: true,
    task: 'compares what was planned with what was done, and says what is learned from it',
  },
  {
    role: 'validation',
    seed: 'Validation agent',
    homes: ['teamwork/pipeline/validation'],
    isModel: false,
    task: 'checks a build by level',
  },
  {
    role: 'ux',
    seed: 'UX agent',
    homes: ['teamwork/pipeline/ux'],
    isModel: false,
    task: 'walks through the pages of a build',
  },
  {
    role: 'watch',
    seed: 'Monitor agent',
    homes: ['teamwork/watch'],
    isModel: false,
    task: 'finds what is stuck, loops or is down',
  },
  {
    role: 'coordinator',
    seed: 'PM agent',
    homes: ['teamwork/pipeline/coordinator'],
    isModel: false,
    task: 'decides what follows from it',
  },
] as const satisfies readonly Role[]

export type RoleKey = (typeof roles)[number]['role']

/** What begins something: an event of the log, words of a person, or a timer. */
export type Trigger = EventType | 'message' | 'timer'

/** Who takes what, and what that begins. */
export interface Route {
  on: Trigger
  /** Of alerts the kind. */
  of?: Alert['kind']
  /** What the seed calls the event. */
  seed?: string
  from: RoleKey | 'person' | 'clock'
  to: RoleKey | 'person'
  /** What it begins there. */
  begins: string
  /** Only then. */
  when?: string
  /** `look`: found in the tables by the next look, not heard. */
  how: 'heard' | 'look'
}

const watched = { on: 'alert.opened', from: 'watch', to: 'coordinator', how: 'heard' } as const
const files = { from: 'build', to: 'coordinator', how: 'heard' } as const
const decisions = { from: 'person', to: 'coordinator', how: 'heard' } as const

/** Seed §2.2 and §2.3 as data: every subscription and every hand-over. Routing, the matrix in the docs and its tests read it. */
export const routes: readonly Route[] = [
  {
    on: 'message',
    from: 'person',
    to: 'ideation',
    begins: 'answers, and writes down what was said',
    how: 'look',
  },
  {
    on: 'stage.ended',
    from: 'ideation',
    to: 'ideation',
    begins: 'takes the answer of the model',
    how: 'heard',
  },
  { on: 'ask.answered', from: 'person', to: 'ideation', begins: 'takes it as something said', how: 'heard' },
  {
    on: 'idea.completed',
    seed: 'ideation.completed',
    from: 'ideation',
    to: 'specification',
    begins: 'writes the spec',
    when: 'pipeline.autoSpec names a team',
    how: 'heard',
  },
  {
    on: 'idea.completed',
    seed: 'ideation.completed',
    from: 'ideation',
    to: 'person',
    begins: 'may ask for a spec',
    how: 'look',
  },
  {
    on: 'idea.completed',
    seed: 'ideation.completed',
    from: 'ideation',
    to: 'review',
    begins: 'says what was left open',
    how: 'look',
  },
  { on: 'spec.requested', from: 'person', to: 'specification', begins: 'writes the spec', how: 'look' },
  {
    on: 'stage.ended',
    from: 'specification',
    to: 'specification',
    begins: 'takes the draft of the model',
    how: 'heard',
  },
  {
    on: 'ask.answered',
    from: 'person',
    to: 'specification',
    begins: 'does what was said of the spec',
    how: 'heard',
  },
  {
    on: 'spec.revision_requested',
    seed: 'spec.revision_requested',
    from: 'person',
    to: 'specification',
    begins: 'writes the next revision',
    how: 'look',
  },
  {
    on: 'spec.generated',
    seed: 'spec.generated',
    from: 'specification',
    to: 'review',
    begins: 'says what was left open, and later what failed because of it',
    how: 'look',
  },
  {
    on: 'spec.approved',
    seed: 'spec.approved',
    from: 'person',
    to: 'build',
    begins: 'works its tasks',
    when: 'the yes says so',
    how: 'look',
  },
  {
    on: 'build.started',
    seed: 'work.assigned',
    from: 'coordinator',
    to: 'build',
    begins: 'tries the checks, then works',
    how: 'look',
  },
  {
    on: 'build.started',
    from: 'build',
    to: 'specification',
    begins: 'notes which build works it',
    how: 'heard',
  },
  {
    on: 'build.started',
    from: 'build',
    to: 'coordinator',
    begins: 'asks no more about those tasks',
    how: 'heard',
  },
  { on: 'build.resumed', seed: 'build.resume', from: 'person', to: 'build', begins: 'goes on', how: 'look' },
  {
    on: 'task.changed',
    seed: 'task.retry',
    from: 'person',
    to: 'build',
    begins: 'tries it again',
    how: 'heard',
  },
  { on: 'work.moved', from: 'build', to: 'build', begins: 'does the next step', how: 'look' },
  {
    on: 'work.failed',
    from: 'build',
    to: 'build',
    begins: 'tries again, skips or asks, by the class',
    how: 'look',
  },
  {
    on: 'work.failed',
    seed: 'task.failed',
    from: 'build',
    to: 'review',
    begins: 'its lesson is offered at once',
    how: 'look',
  },
  { on: 'ask.answered', from: 'person', to: 'build', begins: 'does what was said of the task', how: 'heard' },
  {
    on: 'build.ended',
    seed: 'build.completed',
    from: 'build',
    to: 'review',
    begins: 'reviews the build',
    how: 'heard',
  },
  {
    on: 'build.ended',
    from: 'build',
    to: 'validation',
    begins: 'checks it by level',
    when: 'pipeline.validation wants it',
    how: 'heard',
  },
  {
    on: 'build.ended',
    from: 'build',
    to: 'ux',
    begins: 'walks through its pages',
    when: 'pipeline.ux wants it',
    how: 'heard',
  },
  {
    on: 'build.ended',
    seed: 'alert.build_failed',
    from: 'build',
    to: 'coordinator',
    begins: 'asks what is to become of what is left',
    when: 'it failed, or a limit stopped it',
    how: 'heard',
  },
  {
    on: 'timer',
    from: 'clock',
    to: 'watch',
    begins: 'looks at tasks, leases, limits and the parts of Iris',
    how: 'look',
  },
  { ...watched, of: 'stuck', seed: 'alert.stuck_task', begins: 'watches, asks, then interrupts' },
  { ...watched, of: 'loop', begins: 'asks, then interrupts' },
  { ...watched, of: 'deadlock', seed: 'alert.deadlock', begins: 'has one give way, then asks' },
  {
    ...watched,
    of: 'component',
    seed: 'alert.component_down',
    begins: 'starts it again three times, then asks',
  },
  { ...watched, of: 'quota', begins: 'waits for the reset' },
  { ...watched, of: 'budget', begins: 'leaves it to the question of the build' },
  { ...watched, on: 'alert.changed', begins: 'decides anew' },
  { ...watched, on: 'alert.cleared', begins: 'withdraws what it asked' },
  { ...watched, on: 'alert.acknowledged', from: 'person', begins: 'only watches from then on' },
  { ...files, on: 'lease.awaited', seed: 'conflict.detected', begins: 'GRANT, DENY or PREEMPT' },
  { ...files, on: 'lease.preempted', begins: 'decides for the one that gave way' },
  { ...files, on: 'lease.granted', begins: 'the conflict is over' },
  { ...files, on: 'lease.released', begins: 'the conflict is over' },
  { ...files, on: 'lease.lost', begins: 'the conflict is over' },
  {
    on: 'lease.awaited',
    from: 'build',
    to: 'build',
    begins: 'gives its files up between two turns',
    when: 'the other is more urgent',
    how: 'heard',
  },
  { on: 'lease.preempted', from: 'build', to: 'build', begins: 'waits for its files', how: 'heard' },
  { on: 'lease.granted', from: 'build', to: 'build', begins: 'goes on with the files', how: 'heard' },
  {
    on: 'ask.opened',
    seed: 'decision.requested',
    from: 'build',
    to: 'coordinator',
    begins: 'tells again what nobody decides',
    when: 'it is a decision',
    how: 'heard',
  },
  { ...decisions, on: 'ask.answered', begins: 'does what was said' },
  { ...decisions, on: 'ask.dismissed', begins: 'asks no more for a while' },
  { ...decisions, on: 'ask.withdrawn', begins: 'lets it go' },
  {
    on: 'ask.answered',
    from: 'person',
    to: 'validation',
    begins: 'does what was said of its issues',
    how: 'look',
  },
  {
    on: 'ask.answered',
    from: 'person',
    to: 'ux',
    begins: 'begins, or makes tasks of what it found',
    how: 'heard',
  },
  {
    on: 'review.made',
    from: 'review',
    to: 'review',
    begins: 'asks the model what is learned from it',
    when: 'pipeline.autoReview wants it',
    how: 'look',
  },
  {
    on: 'stage.ended',
    from: 'review',
    to: 'review',
    begins: 'takes the words of the model',
    how: 'heard',
  },
  {
    on: 'ask.answered',
    from: 'person',
    to: 'review',
    begins: 'confirms lessons, and writes lines and templates',
    how: 'heard',
  },
  {
    on: 'timer',
    from: 'clock',
    to: 'review',
    begins: 'sums up the week',
    when: 'something was learned',
    how: 'look',
  },
  { on: 'week.summed', from: 'review', to: 'person', begins: 'is told what was learned', how: 'heard' },
  {
    on: 'coordinator.decided',
    from: 'coordinator',
    to: 'person',
    begins: 'is asked in the inbox, or told',
    how: 'heard',
  },
  { on: 'review.made', from: 'review', to: 'person', begins: 'may judge what differs', how: 'look' },
]

/** Events of the pipeline that nobody takes: they are there to be shown, and this is where. */
export const shownOnly: Readonly<Partial<Record<EventType, string>>> = {
  'idea.created': 'the page Ideas',
  'idea.said': 'the page Ideas',
  'idea.replied': 'the page Ideas; its files are written and answered questions closed',
  'idea.unanswered': 'the page Ideas, with a way to ask again',
  'idea.named': 'the page Ideas',
  'idea.saved': 'the page Ideas',
  'idea.moved': 'the page Ideas; its files are written',
  'spec.refused': 'the page Specs, with why',
  'spec.asked': 'the page Specs',
  'spec.build_linked': 'the page Specs',
  'spec.dropped': 'the page Specs',
  'spec.exported': 'the page Specs',
  'stage.began': 'stages themselves: what waits is asked',
  'stage.waiting': 'the pages Ideas and Specs, with why; stages themselves try again',
  'stage.asked': 'the pages Ideas and Specs',
  'build.tried': 'the page of the build and iris builds follow',
  'build.primed': 'the page of the build and iris builds follow',
  'build.confirmed': 'the page of the build',
  'build.paused': 'the page of the build',
  'build.milestone': 'a notification',
  'work.told': 'the page of the build; organisations note what their members were told',
  'work.attempted': 'the page of the build',
  'review.judged': 'the page Knowledge',
  'validation.started': 'the page of the build and iris validate',
  'validation.asked': 'the inbox',
  'validation.ended': 'a notification, the page of the build and iris validate',
  'validation.decided': 'the page of the build; tasks that were wanted are made in the same change',
  'ux.started': 'iris ux',
  'ux.asked': 'the inbox',
  'ux.ended': 'iris ux; its questions are asked in the same change',
  'opinion.asked': 'the page Knowledge and iris review show',
  'opinion.given': 'the page Knowledge and iris review show',
  'opinion.missed': 'the page Knowledge and iris review show, with why',
  'template.proposed': 'the inbox',
  'template.written': 'the page Knowledge and iris review show',
  'template.undone': 'the page Knowledge and iris review show',
  'ruling.made': 'the page Health and iris rulings',
  'lease.registered': 'rooms: who is at work',
  'lease.expired': 'the page Tasks; who waits is granted the files in the same change',
  'coordinator.acted': 'the page Health and iris coordinator',
}

/** What a trigger begins, and with whom: the routing tree of the seed. */
export function routesOf(on: Trigger, of?: Alert['kind']): readonly Route[] {
  return routes.filter(
    (route) => route.on === on && (route.of === undefined || of === undefined || route.of === of),
  )
}
