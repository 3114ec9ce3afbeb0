import type { Channel, ChannelKind, Event } from '../../contract/index.ts'
import { daemonName, personName } from './author.ts'
import type { RoomsDeps } from './context.ts'

const ofProject = {
  project: 'What is wanted, what comes first, what is decided',
  standup: 'Who works on what, and how far it is',
  errors: 'What failed for good',
} as const satisfies Partial<Record<ChannelKind, string>>

type OfProject = keyof typeof ofProject

/** The room of a project for this; made when there is none yet. */
export function roomOfProject(deps: RoomsDeps, slug: string, kind: OfProject): Channel {
  const name = `#${kind}-${slug}`
  const known = deps.channels.byName(name)
  if (known) return known
  return deps.log.write(() => {
    const made = deps.channels.open({ name, kind, project: slug, topic: ofProject[kind] }, daemonName)
    deps.channels.join(made.channel, { name: personName, kind: 'person' }, daemonName)
    return made
  })
}

/** The rooms of every team's project, with the teams in them. Whoever looks at rooms for the first time makes them. */
export async function refreshTopology(deps: RoomsDeps): Promise<void> {
  const { config, tasks, logger } = deps
  for (const name of config().teams.keys()) {
    try {
      const slug = tasks.projectSeen(name) ?? (await tasks.makeProject(name))
      enterRooms(deps, slug, name)
    } catch (error) {
      // A folder that is away is nobody's fault here; its rooms come when it is back.
      logger.debug('no rooms for a team', { team: name, err: error })
    }
  }
}

function enterRooms(deps: RoomsDeps, slug: string, team: string): void {
  const rooms = (['project', 'standup', 'errors'] as const).map((kind) => roomOfProject(deps, slug, kind))
  for (const { channel, kind } of rooms)
    if (kind !== 'errors') deps.channels.join(channel, { name: team, kind: 'agent' }, daemonName)
}

const finished: readonly string[] = ['complete', 'failed', 'skipped', 'deferred', 'cancelled']

/** The room of a task opens when work on it starts, with the one who works in it. */
export function onTaskStarted(
  deps: RoomsDeps,
  { data: { task, key } }: Event<'task.started' | 'lease.registered'>,
): void {
  const { channels, tasks } = deps
  const { project, title } = tasks.get(task)
  roomOfProject(deps, project, 'standup')
  const room = channels.open({ name: `#work-${key}`, kind: 'work', project, task, topic: title }, daemonName)
  if (room.archivedAt !== null) channels.reopen(room.channel, daemonName)
  channels.join(room.channel, { name: personName, kind: 'person' }, daemonName)
  for (const team of tasks.teamsOf({ project }))
    channels.join(room.channel, { name: team, kind: 'agent' }, daemonName)
}

/** It is archived when the task ends, and never deleted. */
export function onTaskStatus(deps: RoomsDeps, data: Event<'task.changed' | 'task.ended'>['data']): void {
  const room = deps.channels.byTask(data.task)
  if (!room || data.status === undefined) return
  if (finished.includes(data.status)) deps.channels.archive(room.channel, daemonName)
  else deps.channels.reopen(room.channel, daemonName)
}
