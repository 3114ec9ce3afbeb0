import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { Fault } from '../../parts/fault.tsx'

/** A team that was never told anything has no session to open: it is told its first message here, or only woken. */
export function FirstTell({ team }: { team: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Box team={team} onClose={() => setOpen(false)} />
  return (
    <>
      <button
        type="button"
        aria-label={`Tell it something: ${team}`}
        className="link mr-3 text-sm"
        onClick={() => setOpen(true)}
      >
        Tell it something
      </button>
      <Wake team={team} />
    </>
  )
}

function Wake({ team }: { team: string }): JSX.Element {
  const { client } = useWorld()
  const wake = useMutation({ mutationFn: () => client.call('wakeTeam', { team }) })
  return (
    <>
      <button
        type="button"
        aria-label={`Wake ${team}`}
        aria-busy={wake.isPending}
        className="link text-sm"
        disabled={wake.isPending}
        onClick={() => wake.mutate()}
      >
        {wake.isPending ? 'Waking …' : 'Wake'}
      </button>
      {wake.error && <Fault error={wake.error} />}
    </>
  )
}

function Box({ team, onClose }: { team: string; onClose: () => void }): JSX.Element {
  const { client } = useWorld()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const tell = useMutation({
    mutationFn: () => client.call('tellTeam', { to: team, message: words, timeout: -1 }),
    onSuccess: ({ session }) => navigate({ to: '/sessions/$session', params: { session } }),
  })
  return (
    <form
      className="mt-1 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '' && !tell.isPending) tell.mutate()
      }}
    >
      <input
        ref={field}
        value={words}
        aria-label={`First message to ${team}`}
        placeholder="What does this project do?"
        className="field min-w-0 flex-1 basis-48"
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <button
        type="submit"
        className="button button-primary h-[30px]"
        disabled={words.trim() === '' || tell.isPending}
      >
        Tell
      </button>
      {tell.error && (
        <p role="alert" className="basis-full text-sm text-bad">
          {tell.error.message}
        </p>
      )}
    </form>
  )
}
