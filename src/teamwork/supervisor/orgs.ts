import { IrisError } from '../../contract/index.ts'
import { readRoles, roleNamed } from '../../core/agents/index.ts'
import { notice } from './announcing.ts'
import { escalateAll } from './climbing.ts'
import { emKey, roleOfManagers, roleOfWorkers, type OrgContext } from './context.ts'
import { keptRole } from './duty.ts'
import type { DispatchRow, OrgRow } from './rows.ts'
import { openSeat } from './seats.ts'

/** Starts the organisation of a team's project. Nobody is called until something happens. */
export async function startOrg(context: OrgContext, name: string, by: string): Promise<OrgRow> {
  const { rows, log, clock, sessions, usage } = context
  const team = localTeam(context, name)
  const project = await context.tasks.makeProject(team.name)
  const known = rows.orgs.get(project)
  if (known?.stoppedAt === null) return known
  const roles = await readRoles(context.projects, team.path)
  const role = roleNamed(roles, 'em')
  // A mistake in their files is told now, not when somebody is to take a seat.
  for (const other of [roleOfManagers, roleOfWorkers]) roleNamed(roles, other)
  await context.rooms.refresh()
  const org = log.write((append) => {
    // Its engineering manager keeps its session, so a stopped organisation goes on with the team it had.
    const own = { project, team: known?.team ?? team.name, role: keptRole(role) }
    rows.orgs.put({ ...own, startedAt: clock.now(), startedBy: by, stoppedAt: null })
    append({ type: 'org.started', data: { project, team: own.team, by } })
    const session = sessions.open(callerOfEm(project), own.team).id
    usage.countFor(session, [
      { kind: 'seat', name: `${project} ${emKey}` },
      { kind: 'team', name: own.team },
    ])
    const seat = openSeat(
      context,
      { project, kind: 'em', key: emKey, session, task: null, lead: null },
      append,
    )
    const who = rows.shifts.now(seat.id)?.name ?? ''
    notice(
      context,
      context.channels.byName(`#project-${project}`),
      `${who} is your engineering manager. Say what you want with \`TASK: …\`, or call @${who}.`,
    )
    return found(context, project)
  })
  for (const { build, task } of buildsOf(context, project))
    if (!isHeldTask(context, project, task)) context.work.resume(build, by)
  return org
}

/** Who speaks in the session of an engineering manager; no team has a slash in its name. */
const callerOfEm = (project: string): string => `seat/em-${project}`

function localTeam({ config }: OrgContext, name: string): { name: string; path: string } {
  const team = config().teams.get(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  if (team.remote) throw new IrisError('ORG_NOT_POSSIBLE', `${name} works on another machine.`)
  return team
}

/** Sends everybody home. Seats, shifts and what waits stay; builds pause. */
export async function stopOrg(context: OrgContext, named: string, by: string): Promise<OrgRow> {
  const { rows, log, clock, sessions, work } = context
  const org = found(context, named)
  if (org.stoppedAt !== null) return org
  log.write((append) => {
    rows.orgs.put({ ...org, stoppedAt: clock.now() })
    append({ type: 'org.stopped', data: { project: org.project, by } })
    const room = context.channels.byName(`#project-${org.project}`)
    notice(context, room, `The organisation rests. \`iris org start ${org.team}\` lets it go on.`)
  })
  for (const { build } of buildsOf(context, org.project)) work.pause(build, by)
  const em = rows.seats.byKey(org.project, emKey)
  if (em) {
    escalateAll(context, em, 'The organisation rests.')
    await sessions.sleep(em.session)
  }
  return found(context, org.project)
}

function isHeldTask({ rows, isHeld }: OrgContext, project: string, task: DispatchRow['task']): boolean {
  return rows.seats.open(project).some((seat) => seat.task === task && isHeld(seat.id))
}

function buildsOf(
  { rows, work }: OrgContext,
  project: string,
): { build: string; task: DispatchRow['task'] }[] {
  const builds = rows.dispatches
    .open(project)
    .flatMap(({ build, task }) => (build === null ? [] : { build, task }))
  return builds.filter(({ build }) => work.get(build).endedAt === null)
}

/** The organisation of a project, or of a team in it. */
export function found({ rows, tasks }: OrgContext, named: string): OrgRow {
  const org = rows.orgs.get(named) ?? rows.orgs.get(tasks.projectSeen(named) ?? '')
  if (org) return org
  throw new IrisError('ORG_UNKNOWN', `There is no organisation ${named.slice(0, 80)}.`)
}
