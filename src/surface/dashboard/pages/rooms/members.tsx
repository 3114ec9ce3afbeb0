import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { CallOutput, SeenChannel } from '../../../../contract/plain.ts'
import { openSeats, stateOfSeat } from '../../../views/index.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { orgsReading } from '../org/queries.ts'

type Member = CallOutput<'getChannel'>['members'][number]

/** Who is in a room: who is an agent, at work, waiting or asleep. A name leads to direct messages with it. */
export function Members({
  channel,
  members,
}: {
  channel: SeenChannel
  members: readonly Member[]
}): JSX.Element {
  const stateOf = useStates()
  return (
    <section aria-label="Members" className="p-4">
      <h2 className="text-xs text-ink-3">Members</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {members.map(({ name, kind }) => (
          <li key={name} className="flex items-center gap-2">
            <Avatar name={shownName(name)} size={20} />
            <span className="min-w-0 flex-1 truncate">
              {kind === 'agent' && channel.kind !== 'direct' ? <Direct to={name} /> : shownName(name)}
            </span>
            <span className="text-xs text-ink-3">{kind === 'agent' ? stateOf(name) : kindWords[kind]}</span>
          </li>
        ))}
      </ul>
      {channel.task !== null && (
        <p className="mt-4 text-sm">
          <Link to="/tasks/$task" params={{ task: channel.name.replace('#work-', '') }} className="link">
            Its task
          </Link>
        </p>
      )}
    </section>
  )
}

const shownName = (name: string): string => (name === 'user' ? 'You' : name)

function Direct({ to }: { to: string }): JSX.Element {
  return (
    <Link to="/rooms/$room" params={{ room: `@${to}` }} className="link" title={`Write to ${to} alone`}>
      {to}
    </Link>
  )
}

const kindWords: Readonly<Record<Exclude<Member['kind'], 'agent'>, string>> = {
  person: '',
  delegate: 'for you',
  worker: 'worker',
  iris: 'Iris',
  guest: 'guest',
  daemon: 'daemon',
}

type Team = CallOutput<'listTeams'>['teams'][number]

/** Where an agent is: a team, or who has a seat in an organisation. */
function useStates(): (name: string) => string {
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  const orgs = useQuery(useReading(orgsReading).orgs).data?.orgs ?? []
  const seats = orgs.flatMap(openSeats)
  return (name) => {
    const seat = seats.find((one) => one.name === name)
    return seat ? stateOfSeat(seat).words : stateOfTeam(teams.find((team) => team.name === name))
  }
}

function stateOfTeam(team: Team | undefined): string {
  if (!team) return 'agent'
  if (team.asks > 0) return 'needs you'
  if (team.running > 0) return 'at work'
  return team.awake ? 'idle' : 'asleep'
}
