import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import { money, type CallOutput, type Size } from '../../../contract/plain.ts'
import { sizeWords } from '../../views/index.ts'
import { useWorld } from '../data/context.ts'
import { teamsReading } from '../data/queries.ts'
import { useReading } from '../data/reading.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Fault } from '../parts/fault.tsx'
import { beginGoal, type Begun } from './begin-goal.ts'

type Proposal = CallOutput<'proposeSize'>

/** Asks what somebody wants, proposes the smallest size that fits, and begins what is chosen. */
export function NewGoal({ onClose }: { onClose: () => void }): JSX.Element {
  const teams = useQuery(useReading(teamsReading).teams).data?.teams
  return (
    <Dialog label="New" onClose={onClose} className="mt-[8vh] w-[min(40rem,94vw)]">
      {teams?.length === 0 ? (
        <NoTeam />
      ) : (
        <Asking names={teams?.map(({ name }) => name) ?? []} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NoTeam(): JSX.Element {
  return (
    <p className="text-ink-2">
      Work is done in the folder of a team, and you have none yet. Name one:{' '}
      <code className="font-mono">iris teams add shop ~/code/shop</code>
    </p>
  )
}

function Asking({ names, onClose }: { names: readonly string[]; onClose: () => void }): JSX.Element {
  const { client } = useWorld()
  const [chosenTeam, setTeam] = useState('')
  const [goal, setGoal] = useState('')
  const team = chosenTeam || (names[0] ?? '')
  const proposing = useMutation({ mutationFn: () => client.call('proposeSize', { team, goal }) })
  const change = (set: () => void): void => {
    set()
    proposing.reset()
  }
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (goal.trim() !== '') proposing.mutate()
        }}
      >
        <label className="text-sm text-ink-2">
          What do you want?
          <textarea
            data-first
            rows={4}
            className="field mt-1 block h-auto w-full py-1.5"
            value={goal}
            onChange={(event) => change(() => setGoal(event.target.value))}
          />
        </label>
        <div className="flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-2 text-sm text-ink-2">
            Team
            <select
              className="field"
              value={team}
              onChange={(event) => change(() => setTeam(event.target.value))}
            >
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          {!proposing.data && (
            <button
              type="submit"
              className="button button-primary"
              disabled={goal.trim() === '' || proposing.isPending}
            >
              What fits?
            </button>
          )}
        </div>
        {proposing.error && <Fault error={proposing.error} />}
      </form>
      {proposing.data && (
        <Proposed proposal={proposing.data} about={{ team, goal: goal.trim() }} onDone={onClose} />
      )}
    </>
  )
}

function Proposed(props: {
  proposal: Proposal
  about: { team: string; goal: string }
  onDone: () => void
}): JSX.Element {
  const { proposal, about, onDone } = props
  const { client } = useWorld()
  const navigate = useNavigate()
  const [size, setSize] = useState<Size>(proposal.size)
  const beginning = useMutation({
    mutationFn: () => beginGoal(client, size, about),
    onSuccess({ path }: Begun) {
      onDone()
      void navigate({ href: path })
    },
  })
  return (
    <form
      className="mt-4 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        beginning.mutate()
      }}
    >
      <p role="status">
        <strong>{sizeWords[proposal.size].name}</strong> fits: {proposal.why}.
      </p>
      <fieldset className="mt-2">
        <legend className="sr-only">Begin it as</legend>
        {proposal.sizes.map((one) => (
          <SizeChoice key={one.size} one={one} isChosen={one.size === size} onChoose={setSize} />
        ))}
      </fieldset>
      {size === 'build' && proposal.taskFile !== null ? (
        <p className="mt-3 text-sm text-ink-2">
          Its tasks are in a file already. Begin it in a terminal:{' '}
          <code className="font-mono text-ink">
            iris work {proposal.taskFile} --team {about.team}
          </code>
        </p>
      ) : (
        <div className="mt-3 flex items-center gap-3">
          <button type="submit" className="button button-primary" disabled={beginning.isPending}>
            Begin: {sizeWords[size].name.toLowerCase()}
          </button>
          {beginning.error && <Fault error={beginning.error} />}
        </div>
      )}
    </form>
  )
}

function SizeChoice(props: {
  one: Proposal['sizes'][number]
  isChosen: boolean
  onChoose: (size: Size) => void
}): JSX.Element {
  const { one, isChosen, onChoose } = props
  const { name, what } = sizeWords[one.size]
  return (
    <label className="grid cursor-pointer grid-cols-[1.25rem_7rem_minmax(0,1fr)_auto] items-baseline gap-x-2 py-1 text-sm">
      <input
        type="radio"
        name="size"
        className="accent-accent"
        checked={isChosen}
        onChange={() => onChoose(one.size)}
        // The proposal takes the keyboard once it is there.
        ref={(element) => void (isChosen && element?.focus())}
      />
      <span className={isChosen ? 'font-semibold' : ''}>{name}</span>
      <span className="text-ink-2">{what}</span>
      <span className="text-ink-3 tabular-nums">
        {one.costUsd !== null && `${money(one.costUsd)}, median of ${one.past}`}
      </span>
    </label>
  )
}
