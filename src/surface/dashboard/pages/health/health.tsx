import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Alert, AlertId, CallOutput } from '../../../../contract/plain.ts'
import { alertHeadline, counted, duration } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { AlertLine } from './alert-line.tsx'
import { Coordinator } from './coordinator.tsx'
import { alertsReading } from './queries.ts'
import { Rulings } from './rulings.tsx'

/** What the watch found, what follows from it, how the roles and the parts of Iris are, and what rules decided. */
export function Health(): JSX.Element {
  const { data, error } = useQuery(useReading(alertsReading).all)
  const watch = useQuery(useReading(alertsReading).watch).data
  const call = useAcknowledge()
  const mayChange = useMayChange()
  if (error) return <Fault error={error} />
  if (!data || !watch) return <Page>Loading …</Page>
  const open = data.alerts.filter(({ clearedAt }) => clearedAt === null)
  const over = data.alerts.filter(({ clearedAt }) => clearedAt !== null)
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">{alertHeadline(open, watch)}</h1>
      <p className="mt-1 text-ink-2">{watchWords(watch)}</p>
      {call.error && <Fault error={call.error} className="mt-3" />}
      <div className="mt-6 flex flex-col gap-6">
        {open.length > 0 && (
          <Section name="Open">
            <Lines
              alerts={open}
              onAcknowledge={mayChange ? (alert) => call.mutate(alert) : undefined}
              isPending={call.isPending}
            />
            {!mayChange && <p className="text-sm text-ink-2">{onlyLooks}</p>}
          </Section>
        )}
        <Coordinator />
        <Components watch={watch} />
        {over.length > 0 && (
          <Section name="Cleared">
            <Lines alerts={over} />
          </Section>
        )}
        <Rulings />
      </div>
    </Page>
  )
}

type Watch = CallOutput<'readWatch'>

function watchWords({ everyMs, lookedAt, tookMs, watched }: Watch): string {
  const every = `The watch looks every ${duration(everyMs)}; it costs no tokens.`
  if (lookedAt === null) return `${every} It has not looked yet.`
  return `${every} The last time it looked at ${counted(watched, 'task')} in ${tookMs ?? 0} ms.`
}

function useAcknowledge() {
  const { client } = useWorld()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (alert: AlertId) => client.call('acknowledgeAlert', { alert }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  })
}

function Lines(props: {
  alerts: readonly Alert[]
  onAcknowledge?: ((alert: AlertId) => void) | undefined
  isPending?: boolean
}): JSX.Element {
  return (
    <ul className="divide-y divide-line">
      {props.alerts.map((alert) => (
        <AlertLine
          key={alert.alert}
          alert={alert}
          onAcknowledge={props.onAcknowledge}
          isPending={props.isPending ?? false}
        />
      ))}
    </ul>
  )
}

function Components({ watch: { components } }: { watch: Watch }): JSX.Element {
  return (
    <Section name="Parts of Iris">
      <ul className="divide-y divide-line text-sm">
        {components.map(({ component, isUp, words, seenAt }) => (
          <li
            key={component}
            className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-1.5"
          >
            <span className="font-medium">{component}</span>
            <span className="flex flex-wrap items-baseline gap-x-3">
              <State tone={isUp ? 'good' : 'bad'} words={isUp ? 'up' : 'down'} />
              <span className="text-ink-2">{words}</span>
            </span>
            <span className="text-xs text-ink-3">{!isUp && seenAt !== null && <Age at={seenAt} />}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
