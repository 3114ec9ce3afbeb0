import { useState, type JSX } from 'react'
import type { Build, BuildState } from '../../../../contract/plain.ts'
import { counted } from '../../../views/index.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { useBuildCall } from './use-build-call.ts'

/** What can be done with all of a build where it stands. */
const moves: Readonly<Partial<Record<BuildState, Move>>> = {
  waiting_for_yes: { call: 'confirmBuild', name: 'Begin', key: null },
  working: { call: 'pauseBuild', name: 'Pause', key: 'p' },
  paused: { call: 'resumeBuild', name: 'Resume', key: 'p' },
}

interface Move {
  call: 'confirmBuild' | 'pauseBuild' | 'resumeBuild'
  name: string
  key: string | null
}

/** Begins, pauses, resumes and stops a build; only a stop cannot be taken back. */
export function Actions({ build }: { build: Build }): JSX.Element {
  const [isStopping, setStopping] = useState(false)
  const mayChange = useMayChange()
  const call = useBuildCall()
  const { build: id, state } = build
  const move = moves[state]
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {move && (
        <button
          type="button"
          className={`button ${move.key === null ? 'button-primary' : ''}`}
          disabled={!mayChange || call.isPending}
          onClick={() => call.mutate([move.call, { build: id }])}
        >
          {move.name} {move.key && <Kbd>{move.key}</Kbd>}
        </button>
      )}
      <button
        type="button"
        className="button button-danger"
        disabled={!mayChange || state === 'ending'}
        onClick={() => setStopping(true)}
      >
        Stop
      </button>
      {!mayChange && <span className="text-sm text-ink-2">{onlyLooks}</span>}
      {call.error && <Fault error={call.error} className="basis-full" />}
      {isStopping && <Stop build={build} onClose={() => setStopping(false)} />}
    </div>
  )
}

function Stop({ build, onClose }: { build: Build; onClose: () => void }): JSX.Element {
  const call = useBuildCall(onClose)
  const atWork = build.tasks.filter(({ step }) => step === 'agent' || step === 'check').length
  return (
    <Confirm
      question={`Stop ${build.key}?`}
      yes="Stop it"
      isPending={call.isPending}
      error={call.error}
      onYes={() => call.mutate(['stopBuild', { build: build.build }])}
      onClose={onClose}
    >
      {atWork > 0 && `${counted(atWork, 'task')} at work will be interrupted. `}
      What was done stays on its branches. A stopped build does not go on: start another.
    </Confirm>
  )
}
