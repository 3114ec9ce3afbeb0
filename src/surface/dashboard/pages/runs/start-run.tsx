import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'

interface Form {
  team: string
  goal: string
  proof: string
  cost: string
}

/** Gives a goal to a team: the goal, the command that proves it, and what it may cost. */
export function StartRun({ onDone }: { onDone: () => void }): JSX.Element {
  const { client } = useWorld()
  const navigate = useNavigate()
  const teams = useQuery(useReading(teamsReading).teams).data?.teams
  const names = teams?.map(({ name }) => name) ?? []
  const [form, setForm] = useState<Form>({ team: '', goal: '', proof: '', cost: '' })
  const start = useMutation({
    mutationFn: () => client.call('startRun', inputOf({ ...form, team: form.team || (names[0] ?? '') })),
    onSuccess: (run) => {
      onDone()
      void navigate({ to: '/runs/$run', params: { run: run.run } })
    },
  })
  if (teams?.length === 0) return <NoTeam />
  return (
    <form
      className="mb-6 border-t border-b border-line py-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (form.goal.trim() !== '') start.mutate()
      }}
    >
      <Fields
        form={form}
        names={names}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      />
      <div className="mt-3 flex items-center gap-3 sm:pl-[10.75rem]">
        <button
          type="submit"
          className="button button-primary"
          disabled={form.goal.trim() === '' || start.isPending}
        >
          Start
        </button>
        {start.error && (
          <span role="alert" className="text-sm text-bad">
            {start.error.message}
          </span>
        )}
      </div>
    </form>
  )
}

function NoTeam(): JSX.Element {
  return (
    <p className="mb-6 border-t border-b border-line py-4 text-ink-2">
      A run works in the folder of a team, and you have none yet. Name one:{' '}
      <code className="font-mono">iris teams add shop ~/code/shop</code>
    </p>
  )
}

function Fields(props: {
  form: Form
  names: readonly string[]
  onChange: (change: Partial<Form>) => void
}): JSX.Element {
  const { form, names, onChange } = props
  return (
    <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Label of="team">Team</Label>
      <select
        id="run-team"
        className="field"
        value={form.team}
        onChange={(event) => onChange({ team: event.target.value })}
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Label of="goal">Goal</Label>
      <textarea
        id="run-goal"
        rows={3}
        className="field h-auto py-1.5"
        value={form.goal}
        onChange={(event) => onChange({ goal: event.target.value })}
      />
      <Label of="proof">Command that proves it</Label>
      <input
        id="run-proof"
        className="field font-mono"
        placeholder="npm test"
        value={form.proof}
        onChange={(event) => onChange({ proof: event.target.value })}
      />
      <Label of="cost">Cost limit in $</Label>
      <input
        id="run-cost"
        inputMode="decimal"
        className="field w-28"
        value={form.cost}
        onChange={(event) => onChange({ cost: event.target.value })}
      />
    </div>
  )
}

function Label({ of, children }: { of: keyof Form; children: string }): JSX.Element {
  return (
    <label htmlFor={`run-${of}`} className="text-sm text-ink-2 sm:pt-1.5">
      {children}
    </label>
  )
}

function inputOf({ team, goal, proof, cost }: Form): {
  team: string
  goal: string
  evidence?: { commands: string[] }
  limits?: { costUsd: number }
} {
  const usd = Number(cost)
  return {
    team,
    goal,
    ...(proof.trim() === '' ? {} : { evidence: { commands: [proof.trim()] } }),
    ...(usd > 0 ? { limits: { costUsd: usd } } : {}),
  }
}
