import { useState, type JSX } from 'react'
import type { WholeSpec } from '../../../../contract/plain.ts'
import { counted, isOpenSpec } from '../../../views/index.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { placeOf, type Comment } from './comments.ts'
import { useSpecCall, type SpecCall } from './use-spec-call.ts'

interface ActionsProps {
  spec: WholeSpec
  comments: readonly Comment[]
  onRemove: (comment: Comment) => void
  onSent: () => void
}

/** Approves a spec, sends it back with comments, drops it, or has it built. */
export function Actions({ spec, comments, onRemove, onSent }: ActionsProps): JSX.Element {
  const [isDropping, setDropping] = useState(false)
  const mayChange = useMayChange()
  const call = useSpecCall(onSent)
  const isBusy = !mayChange || call.isPending
  const { spec: id, state, revision } = spec
  const deed = (name: string, does: SpecCall, isFirst = false): JSX.Element => (
    <button
      type="button"
      className={`button ${isFirst ? 'button-primary' : ''}`}
      disabled={isBusy}
      onClick={() => call.mutate(does)}
    >
      {name}
    </button>
  )
  return (
    <div className="mt-3 flex flex-col gap-3">
      {state === 'proposed' && (
        <SendBack
          comments={comments}
          isBusy={isBusy}
          onRemove={onRemove}
          onSend={(all) => call.mutate(['reviseSpec', { spec: id, comments: [...all] }])}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {state === 'proposed' && deed('Approve and build', ['approveSpec', { spec: id, revision }], true)}
        {state === 'proposed' &&
          deed('Approve, build later', ['approveSpec', { spec: id, revision, build: false }])}
        {state === 'approved' && spec.build === null && deed('Build it', ['buildSpec', { spec: id }], true)}
        {isOpenSpec(spec) && (
          <button
            type="button"
            className="button button-danger"
            disabled={isBusy}
            onClick={() => setDropping(true)}
          >
            Drop it
          </button>
        )}
        {!mayChange && <span className="text-sm text-ink-2">{onlyLooks}</span>}
      </div>
      {call.error && <Fault error={call.error} />}
      {isDropping && <Drop spec={spec} onClose={() => setDropping(false)} />}
    </div>
  )
}

function SendBack(props: {
  comments: readonly Comment[]
  isBusy: boolean
  onRemove: (comment: Comment) => void
  onSend: (comments: readonly Comment[]) => void
}): JSX.Element {
  const { comments, isBusy, onRemove, onSend } = props
  const [text, setText] = useState('')
  const all: readonly Comment[] = text.trim() === '' ? comments : [...comments, { text: text.trim() }]
  return (
    <div className="flex max-w-2xl flex-col gap-2">
      {comments.length > 0 && (
        <ul aria-label="Comments" className="flex flex-col gap-1 text-sm">
          {comments.map((comment) => (
            <li key={`${placeOf(comment)} ${comment.text}`} className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-ink-2">{placeOf(comment)}:</span>
              <span className="min-w-0 wrap-anywhere">{comment.text}</span>
              <button type="button" className="link" onClick={() => onRemove(comment)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <input
          className="field min-w-0 flex-1"
          aria-label="What is to change in all of it"
          placeholder="What is to change"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button
          type="button"
          className="button"
          disabled={isBusy || all.length === 0}
          onClick={() => onSend(all)}
        >
          Send back{all.length > 0 && ` with ${counted(all.length, 'comment')}`}
        </button>
      </div>
    </div>
  )
}

function Drop({ spec, onClose }: { spec: WholeSpec; onClose: () => void }): JSX.Element {
  const call = useSpecCall(onClose)
  return (
    <Confirm
      question={`Drop ${spec.key}?`}
      yes="Drop it"
      isPending={call.isPending}
      error={call.error}
      onYes={() => call.mutate(['dropSpec', { spec: spec.spec }])}
      onClose={onClose}
    >
      Nothing of it is built. What it says can still be read.
    </Confirm>
  )
}
