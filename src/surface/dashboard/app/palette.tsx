import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { JSX, ReactNode } from 'react'
import { callerWords } from '../../views/index.ts'
import { useWorld } from '../data/context.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { chooseTheme } from '../data/theme.ts'
import { places } from './places.ts'

/** Finds teams, sessions and pages, and does what needs no page. */
export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
  const { queries, client } = useWorld()
  const navigate = useNavigate()
  const sessions = useQuery(queries.sessions).data?.sessions ?? []
  const teams = useQuery(queries.teams).data?.teams ?? []
  const act = (work: () => unknown) => (): void => {
    onClose()
    work()
  }
  return (
    <Dialog label="Find and do" onClose={onClose} className="mt-[12vh] w-[min(34rem,94vw)]">
      <Command label="Find and do" loop>
        <Command.Input data-first placeholder="Where to, or what to do?" className="field w-full" />
        <Command.List className="mt-2 max-h-[50vh] overflow-y-auto">
          <Command.Empty className="p-2 text-sm text-ink-3">Nothing like that.</Command.Empty>
          <Group heading="Pages">
            {places.map(({ to, label }) => (
              <Choice key={to} value={`page ${label}`} onSelect={act(() => navigate({ to }))}>
                {label}
              </Choice>
            ))}
          </Group>
          <Group heading="Sessions">
            {sessions.map(({ session, from, to, state }) => (
              <Choice
                key={session}
                value={`${to} for ${callerWords(from)} ${session}`}
                onSelect={act(() => navigate({ to: '/sessions/$session', params: { session } }))}
              >
                <Avatar name={to} size={20} /> {to} for {callerWords(from)}
                <span className="ml-auto text-xs text-ink-3">
                  {state === 'waiting' ? 'needs you' : state}
                </span>
              </Choice>
            ))}
          </Group>
          <Group heading="Do">
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
        </Command.List>
      </Command>
    </Dialog>
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
