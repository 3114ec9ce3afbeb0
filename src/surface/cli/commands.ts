import type { CommandDeclaration } from './command.ts'
import { work } from './declared/work.ts'
import { alerts } from './declared/alerts.ts'
import { coordinator } from './declared/coordinator.ts'
import { ask } from './declared/ask.ts'
import { builds } from './declared/builds.ts'
import { cache } from './declared/cache.ts'
import { chat } from './declared/chat.ts'
import { checks } from './declared/checks.ts'
import { completion } from './declared/completion.ts'
import { config } from './declared/config.ts'
import { doctor } from './declared/doctor.ts'
import { events } from './declared/events.ts'
import { idea } from './declared/idea.ts'
import { inbox } from './declared/inbox.ts'
import { install, uninstall } from './declared/install.ts'
import { irc } from './declared/irc.ts'
import { lessons } from './declared/lessons.ts'
import { leases } from './declared/leases.ts'
import { restart, start } from './declared/lifecycle.ts'
import { limits } from './declared/limits.ts'
import { logs } from './declared/logs.ts'
import { mcp } from './declared/mcp.ts'
import { change, forecast, merge, merges, push } from './declared/merge.ts'
import { monitor } from './declared/monitor.ts'
import { begin } from './declared/new.ts'
import { open } from './declared/open.ts'
import { org } from './declared/org.ts'
import { permit } from './declared/permit.ts'
import { profile } from './declared/profile.ts'
import { prune } from './declared/prune.ts'
import { rehearse } from './declared/rehearse.ts'
import { report } from './declared/report.ts'
import { retry } from './declared/retry.ts'
import { review } from './declared/review.ts'
import { rules } from './declared/rules.ts'
import { rulings } from './declared/rulings.ts'
import { run } from './declared/run.ts'
import { runs } from './declared/runs.ts'
import { cancel, fork, reboot, remove, sessions, sleep, wake } from './declared/sessions.ts'
import { spec } from './declared/spec.ts'
import { status } from './declared/status.ts'
import { stop } from './declared/stop.ts'
import { tasks } from './declared/tasks.ts'
import { teams } from './declared/teams.ts'
import { tell } from './declared/tell.ts'
import { token } from './declared/token.ts'
import { ux } from './declared/ux.ts'
import { validate } from './declared/validate.ts'
import { wiki } from './declared/wiki.ts'
import { worktrees } from './declared/worktrees.ts'

/** Every command; within its group the help shows them in this order. */
export const commands: readonly CommandDeclaration[] = [
  begin,
  tell,
  teams,
  wake,
  sleep,
  fork,
  cancel,
  retry,
  reboot,
  remove,
  report,
  sessions,
  cache,
  inbox,
  permit,
  ask,
  chat,
  run,
  runs,
  spec,
  work,
  builds,
  review,
  org,
  alerts,
  coordinator,
  idea,
  profile,
  tasks,
  worktrees,
  lessons,
  wiki,
  leases,
  checks,
  validate,
  ux,
  forecast,
  change,
  merge,
  merges,
  push,
  open,
  monitor,
  status,
  doctor,
  limits,
  logs,
  events,
  rules,
  rulings,
  prune,
  start,
  stop,
  restart,
  config,
  token,
  install,
  uninstall,
  irc,
  mcp,
  rehearse,
  completion,
]
