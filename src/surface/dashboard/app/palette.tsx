import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { JSX, ReactNode } from 'react'
import { callerWords } from '../../views/index.ts'
import { useWorld } from '../data/context.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { chooseTheme } from '../data/theme.ts'
import { placesByGroup } from './places.ts'
import { sessionsReading, teamsReading } from '../data/queries.ts'
import { useReading } from '../data/reading.ts'

/** Finds teams, sessions and pages, and does what needs no page. */
export function Palette({ onNew, onClose }: { onNew: () => void; onClose: () => void }): JSX.Element {
  const act = (work: () => unknown) => (): void => {
    onClose()
    work()
  }
  return (
    <Dialog label="Find anything" onClose={onClose} className="mt-[12vh] w-[min(34rem,94vw)]">
      <Command label="Find anything" loop>
        <Command.Input data-first placeholder="Where to, or what to do?" className="field w-full" />
        <Command.List className="mt-2 max-h-[50vh] overflow-y-auto">
          <Command.Empty className="p-2 text-sm text-ink-3">Nothing like that.</Command.Empty>
          <Pages act={act} />
          <Sessions act={act} />
          <Deeds act={act} onNew={onNew} />
        </Command.List>
      </Command>
    </Dialog>
  )
}

interface ActProps {
  /** Closes the palette and does something. */
  act: (work: () => unknown) => () => void
}

function Pages({ act }: ActProps): JSX.Element[] {
  const navigate = useNavigate()
  return placesByGroup.map(({ name, places }) => (
    <Group key={name} heading={name}>
      {places.map(({ path, label, key }) => (
        <Choice key={path} value={`page ${label}`} onSelect={act(() => navigate({ to: path }))}>
          {label}
          <span className="ml-auto">
            <Kbd>{`g ${key}`}</Kbd>
          </span>
        </Choice>
      ))}
    </Group>
  ))
}

function Sessions({ act }: ActProps): JSX.Element {
  const navigate = useNavigate()
  const sessions = useQuery(useReading(sessionsReading).sessions).data?.sessions ?? []
  return (
    <Group heading="Sessions">
      {sessions.map(({ session, from, to, state }) => (
        <Choice
          key={session}
          value={`${to} for ${callerWords(from)} ${session}`}
          onSelect={act(() => navigate({ to: '/sessions/$session', params: { session } }))}
        >
          <Avatar name={to} size={20} /> {to} for {callerWords(from)}
          <span className="ml-auto text-xs text-ink-3">{state === 'waiting' ? 'needs you' : state}</span>
        </Choice>
      ))}
    </Group>
  )
}

function Deeds({ act, onNew }: ActProps & { onNew: () => void }): JSX.Element {
  const { client } = useWorld()
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  return (
    <Group heading="Do">
      <Choice value="new goal" onSelect={act(onNew)}>
        New …
        <span className="ml-auto">
          <Kbd>N</Kbd>
        </span>
      </Choice>
      {teams.map(({ name }) => (
        <Choice
          key={name}
          value={`wake ${name}`}
          onSelect={act(() => client.call('wakeTeam', { team: name }))}
        >
          Wake {name}
        </Choice>
      ))}
      {(['light', 'dark', 'system'] as const).map((theme) => (
        <Choice key={theme} value={`theme ${theme}`} onSelect={act(() => chooseTheme(theme))}>
          Theme: {theme}
        </Choice>
      ))}
    </Group>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }): JSX.Element {
  return (
    <Command.Group
      heading={heading}
      className="py-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  )
}

function Choice(props: { value: string; onSelect: () => void; children: ReactNode }): JSX.Element {
  return (
    <Command.Item
      value={props.value}
      onSelect={props.onSelect}
      className="flex cursor-pointer items-center gap-2 px-2 py-1 data-[selected=true]:bg-accent-soft"
    >
      {props.children}
    </Command.Item>
  )
}
