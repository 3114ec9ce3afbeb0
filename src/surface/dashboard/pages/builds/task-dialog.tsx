import { useState, type JSX } from 'react'
import type { Build, BuildTask } from '../../../../contract/plain.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { useBuildCall } from './use-build-call.ts'

export type TaskDeed = 'retry' | 'skip'

interface DialogProps {
  build: Build
  task: BuildTask
  onClose: () => void
}

/** Asks how a task is tried again, or whether it is to be left out. */
export function TaskDialog({ deed, ...props }: DialogProps & { deed: TaskDeed }): JSX.Element {
  return deed === 'retry' ? <Retry {...props} /> : <Skip {...props} />
}

function Skip({ build, task, onClose }: DialogProps): JSX.Element {
  const call = useBuildCall(onClose)
  return (
    <Confirm
      question={`Skip ${task.key}?`}
      yes="Skip it"
      isPending={call.isPending}
      error={call.error}
      onYes={() => call.mutate(['skipBuildTask', { build: build.build, task: task.task }])}
      onClose={onClose}
    >
      “{task.title}” is left out of {build.key}; what waits for it stays blocked. While the build is open it
      can be tried again.
    </Confirm>
  )
}

function Retry({ build, task, onClose }: DialogProps): JSX.Element {
  const [words, setWords] = useState('')
  const call = useBuildCall(onClose)
  const guidance = words.trim()
  return (
    <Dialog label={`Retry ${task.key}`} onClose={onClose} className="w-[min(32rem,94vw)]">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          call.mutate([
            'retryBuildTask',
            { build: build.build, task: task.task, ...(guidance && { guidance }) },
          ])
        }}
      >
        <h2 className="font-semibold">Retry {task.key}</h2>
        <label className="mt-2 block text-sm text-ink-2">
          What to do otherwise; empty tries it as it was
          <textarea
            data-first
            rows={4}
            maxLength={20_000}
            className="field mt-1 h-auto w-full py-1.5 text-ink"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        {call.error && <Fault error={call.error} className="mt-2" />}
        <div className="mt-3 flex gap-2">
          <button type="submit" className="button button-primary" disabled={call.isPending}>
            Retry it
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
