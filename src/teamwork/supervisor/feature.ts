import type { OperationsOf, orgNoun } from '../../contract/index.ts'
import { feature } from '../../core/features/index.ts'
import type { OrgDeps } from './context.ts'
import { onUsage } from './budgets.ts'
import { onAskOpened, onClimbEnded } from './climbing.ts'
import { onAnswered } from './decisions.ts'
import { onBuildStarted, onPosted, onTaskCreated } from './dispatching.ts'
import { onTurnEnded } from './handover.ts'
import { onStuckAnswered } from './idle-check.ts'
import { onEmRests } from './ladder.ts'
import { onBuildEnded, onWorkTold } from './managing.ts'
import { orgMigrations } from './migrations.ts'
import { onManagerRests, onPageChanged, onPlanAnswered } from './plans.ts'
import { onRebooted } from './recovering.ts'
import { createSupervisor } from './supervisor.ts'

/** Organisations: an engineering manager, its managers, and how work gets to them. */
export const orgFeature = feature({
  name: 'org',
  migrations: orgMigrations,
  create: (from: OrgDeps) => createSupervisor(from),
  operations: (org): OperationsOf<typeof orgNoun> => ({
    startOrg: ({ team }, { name }) => org.start(team, name),
    stopOrg: ({ project }, { name }) => org.stop(project, name),
    listOrgs: () => ({ orgs: org.list() }),
    getOrg: ({ project }) => org.get(project),
    handOverSeat: (seat) => org.handOver(seat),
    replaceSeat: (seat, { name }) => org.replace(seat, name),
    pauseSeat: (seat, { name }) => org.pause(seat, name),
    resumeSeat: (seat, { name }) => org.resume(seat, name),
  }),
  reacts: {
    'message.posted': ({ context }, event, append) => onPosted(context, event, append),
    'task.created': ({ context }, event) => onTaskCreated(context, event),
    'build.started': ({ context }, event, append) => onBuildStarted(context, event, append),
    'work.told': ({ context }, event, append) => onWorkTold(context, event, append),
    'ask.opened': ({ context }, event) => onAskOpened(context, event),
    'ask.answered'({ context }, event) {
      onAnswered(context, event)
      onPlanAnswered(context, event)
      onStuckAnswered(context, event)
    },
    'page.changed': ({ context }, event) => onPageChanged(context, event),
    'usage.recorded': ({ context }, event) => onUsage(context, event),
    'turn.ended'({ context }, event) {
      onClimbEnded(context, event)
      onManagerRests(context, event)
      onTurnEnded(context, event)
      onEmRests(context, event)
    },
    'session.rebooted': ({ context }, event) => onRebooted(context, event),
    'org.started': ({ context }, { data }) => context.beginLadder(data.project),
    'build.ended': ({ context }, event, append) => onBuildEnded(context, event, append),
  },
  close: (org) => org.close(),
})
