import type { CommandDeclaration } from './command.ts'
import { ask } from './declared/ask.ts'
import { cache } from './declared/cache.ts'
import { completion } from './declared/completion.ts'
import { config } from './declared/config.ts'
import { doctor } from './declared/doctor.ts'
import { events } from './declared/events.ts'
import { inbox } from './declared/inbox.ts'
import { install, uninstall } from './declared/install.ts'
import { restart, start } from './declared/lifecycle.ts'
import { limits } from './declared/limits.ts'
import { logs } from './declared/logs.ts'
import { mcp } from './declared/mcp.ts'
import { monitor } from './declared/monitor.ts'
import { open } from './declared/open.ts'
import { permit } from './declared/permit.ts'
import { prune } from './declared/prune.ts'
import { rehearse } from './declared/rehearse.ts'
import { report } from './declared/report.ts'
import { retry } from './declared/retry.ts'
import { rules } from './declared/rules.ts'
import { run } from './declared/run.ts'
import { runs } from './declared/runs.ts'
import { cancel, fork, reboot, remove, sessions, sleep, wake } from './declared/sessions.ts'
import { status } from './declared/status.ts'
import { stop } from './declared/stop.ts'
import { tasks } from './declared/tasks.ts'
import { teams } from './declared/teams.ts'
import { tell } from './declared/tell.ts'
import { token } from './declared/token.ts'

/** Every command; within its group the help shows them in this order. */
export const commands: readonly CommandDeclaration[] = [
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
  run,
  runs,
  tasks,
  open,
  monitor,
  status,
  doctor,
  limits,
  logs,
  events,
  rules,
  prune,
  start,
  stop,
  restart,
  config,
  token,
  install,
  uninstall,
  mcp,
  rehearse,
  completion,
]
