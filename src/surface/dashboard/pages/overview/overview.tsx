import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { boardOf, byUrgency, laneNames, lanes, type Entry, type Lane } from '../../../views/index.ts'
import { Page } from '../../parts/page.tsx'
import { Problems } from './problems.tsx'
import { EndedRuns } from './ended-runs.tsx'
import { FirstVisit } from './first-visit.tsx'
import { Headline } from './headline.tsx'
import { TeamRow } from './team-row.tsx'
import { UnderWay } from './under-way.tsx'
import { sessionsReading, teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'
import { runsReading } from '../runs/queries.ts'

/** Who does what, and what needs you: every team under where it stands. */
export function Overview(): JSX.Element {
  return (
    <Page>
      <Board />
    </Page>
  )
}

function Board(): JSX.Element {
  const teams = useQuery(useReading(teamsReading).teams)
  const sessions = useQuery(useReading(sessionsReading).sessions)
  const asks = useQuery(useReading(asksReading).asks)
  const runs = useQuery(useReading(runsReading).runs)
  if (!teams.data || !sessions.data || !asks.data) return <Loading />
  if (teams.data.teams.length === 0) return <FirstVisit />
  const board = boardOf({
    teams: teams.data.teams,
    sessions: sessions.data.sessions,
    asks: byUrgency(asks.data.asks),
    runs: runs.data?.runs ?? [],
  })
  return (
    <div className="flex flex-col gap-6">
      <Headline board={board} />
      <Problems />
      <div className="border-t border-line">
        <ColumnNames />
        <LaneOf lane="needs_you" entries={board.needs_you} />
        <UnderWay />
        {lanes.slice(1).map((lane) => (
          <LaneOf key={lane} lane={lane} entries={board[lane]} />
        ))}
        <EndedRuns />
      </div>
    </div>
  )
}

/** What the figures at the end of each row are; the columns are those of a row. */
function ColumnNames(): JSX.Element {
  return (
    <div
      aria-hidden="true"
      className="label hidden grid-cols-[24px_11rem_minmax(0,1fr)_6rem_4.5rem_4rem] gap-x-3 pt-2 pl-[9.5rem] lg:grid"
    >
      <span className="col-start-4">context</span>
      <span className="text-right">today</span>
      <span className="text-right">used</span>
    </div>
  )
}

function LaneOf({ lane, entries }: { lane: Lane; entries: Entry[] }): JSX.Element | null {
  if (entries.length === 0) return null
  const tone = lane === 'needs_you' ? 'text-needs' : 'text-ink'
  return (
    <section
      aria-label={laneNames[lane]}
      className="grid border-b border-line py-3 md:grid-cols-[9.5rem_minmax(0,1fr)]"
    >
      <h2 className={`pb-1 text-sm font-semibold md:pt-[10px] ${tone}`}>
        {laneNames[lane]} <span className="font-normal text-ink-3">{entries.length}</span>
      </h2>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <TeamRow key={entry.team.name} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Loading(): JSX.Element {
  return <p className="py-10 text-ink-3">Reading what your teams do …</p>
}
