import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { Switch } from '../../parts/switch.tsx'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'

/** Where agents go on by their own judgment instead of asking what does not block them. */
export function Judgment(): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const { data } = useQuery(useReading(asksReading).judgment)
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  const set = useMutation({
    mutationFn: (input: { on: boolean; team?: string }) => client.call('setJudgment', input),
    onSettled: () => cache.invalidateQueries({ queryKey: ['asks', 'judgment'] }),
  })
  if (!data) return <p className="text-ink-3">Reading …</p>
  return (
    <section aria-label="Use your judgment">
      <h2 className="border-b border-line pb-1 font-semibold">Use your judgment</h2>
      <p className="mt-2 max-w-2xl text-sm text-ink-2">
        Where this is on, agents do not ask about what does not block them: they take the default, or decide
        themselves. They still ask for permissions and plans.
      </p>
      <ul className="mt-2 max-w-sm divide-y divide-line text-sm">
        <Row label="Everywhere" isOn={data.everywhere} onChange={(on) => set.mutate({ on })} />
        {teams.map(({ name }) => (
          <Row
            key={name}
            label={name}
            isOn={data.everywhere || data.teams.includes(name)}
            isDisabled={data.everywhere}
            onChange={(on) => set.mutate({ on, team: name })}
          />
        ))}
      </ul>
      {set.error && (
        <p role="alert" className="text-sm text-bad">
          {set.error.message}
        </p>
      )}
    </section>
  )
}

function Row(props: {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (on: boolean) => void
}): JSX.Element {
  const { label, isOn, isDisabled = false, onChange } = props
  return (
    <li className="flex items-center justify-between gap-4 py-1.5">
      <span className="font-medium">{label}</span>
      <Switch label={`Use your judgment: ${label}`} isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    </li>
  )
}
