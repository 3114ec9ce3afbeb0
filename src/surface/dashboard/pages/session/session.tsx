import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type JSX } from 'react'
import type { SessionId } from '../../../../contract/plain.ts'
import { isRun, isTrouble, latestActivity, linesOf, transcriptOf, type Shown } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { createSessionWindow, type SessionWindow } from '../../data/session-window.ts'
import type { WindowState } from '../../data/window-moves.ts'
import { useKeys } from '../../app/keys.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { useMates } from './mates.ts'
import { Queue } from './queue.tsx'
import { RawEvent } from './raw-event.tsx'
import { Timeline } from './timeline.tsx'
import { Toolbar } from './toolbar.tsx'
import { useTravel } from './travel.ts'
import { Transcript, type Goal } from './transcript.tsx'
import { useWriting } from './writing.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { sessionReading } from './queries.ts'

const route = getRouteApi('/shell/sessions/$session')

/** One session: what was said and done, as it happens. */
export function SessionPage(): JSX.Element {
  const { session } = route.useParams()
  // Whatever the address says is asked of the daemon, which knows what is a session.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return <SessionView key={session} session={session as SessionId} />
}

function SessionView({ session }: { session: SessionId }): JSX.Element {
  const found = useQuery(useReading(sessionReading).session(session))
  if (found.error) return <p className="p-6 text-bad">{found.error.message}</p>
  if (!found.data) return <p className="p-6 text-ink-3">Reading the session …</p>
  return <Loaded {...found.data} />
}

type LoadedProps = NonNullable<ReturnType<typeof useSession>>

function useSession(id: SessionId) {
  return useQuery(useReading(sessionReading).session(id)).data
}

function Loaded({ session, deletedAt, turns }: LoadedProps): JSX.Element {
  const { client } = useWorld()
  const { view, state } = useWindow(session.session)
  const [goal, setGoal] = useState<Goal>({ kind: 'end' })
  const [raw, setRaw] = useState<number>()
  const field = useRef<HTMLTextAreaElement>(null)
  const screen = useRef<() => Shown>(null)
  const cwd =
    useQuery(useReading(teamsReading).teams).data?.teams.find(({ name }) => name === session.to)?.path ?? ''
  const mates = useMates(session)
  const role = isRun(session.from) ? 'leader' : 'team'
  const items = useMemo(
    () => transcriptOf(state.events, { name: session.to, role, mates }),
    [state.events, session.to, role, mates],
  )
  const activity = useMemo(() => latestActivity(linesOf(state.events.slice(-40)), cwd), [state.events, cwd])
  const context = useMemo(() => ({ cwd, onRaw: setRaw, mates }), [cwd, mates])
  const writing = useWriting(session.session)
  const travel = useTravel({ client, session: session.session, view, screen, setGoal })
  const loadedTroubles = items.filter(isTrouble).length
  const troubles =
    useQuery(useReading(sessionReading).problems(session.session, loadedTroubles)).data ?? loadedTroubles
  useKeys({
    f: travel.follow,
    e: () => travel.trouble(1),
    E: () => travel.trouble(-1),
    m: () => field.current?.focus(),
  })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Header session={session} activity={activity} isDeleted={deletedAt !== null} turns={turns} />
      <Timeline session={session.session} agent={session.to} turns={turns} onScrub={travel.toTime} />
      <Toolbar state={state} goal={goal} troubles={troubles} travel={travel} />
      <Transcript
        items={writing && state.isAtEnd ? [...items, writing] : items}
        context={context}
        goal={goal}
        screen={screen}
        onLeaveEnd={() => setGoal({ kind: 'here' })}
        onNearStart={() => void view.older()}
        onNearEnd={() => void view.newer()}
      />
      {deletedAt === null && <Queue session={session} turns={turns} />}
      {deletedAt === null && <Composer session={session} turns={turns} field={field} />}
      {raw !== undefined && <RawEvent seq={raw} onGo={setRaw} onClose={() => setRaw(undefined)} />}
    </div>
  )
}

function useWindow(session: SessionId): { view: SessionWindow; state: WindowState } {
  const { client, live } = useWorld()
  const view = useMemo(() => createSessionWindow(client, session), [client, session])
  useEffect(() => {
    const stop = live.listen((event) => view.hear(event))
    void view.toEnd()
    return stop
  }, [view, live])
  useEffect(() => live.onFreshness(() => void (live.freshness().at === 'live' && view.again())), [view, live])
  return { view, state: useSyncExternalStore(view.watch, view.state) }
}
