import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { Token, TokenRole } from '../../../../contract/plain.ts'
import { useNow, useWorld } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useReading } from '../../data/reading.ts'
import { tokensReading } from './queries.ts'

/** Who may talk to the daemon; a secret is shown once. */
export function Tokens(): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const tokens = useQuery(useReading(tokensReading).tokens).data?.tokens ?? []
  const now = useNow(60_000)
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const living = tokens.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? now + 1) > now,
  )
  const revoke = (token: Token): void => {
    if (confirm(`Anyone using “${token.name}” is signed out at once. Revoke it?`))
      act.mutate(() => client.call('revokeToken', { token: token.id }))
  }
  return (
    <section aria-label="Tokens">
      <p className="text-sm text-ink-2">
        A token lets a program or a browser talk to Iris. Its secret is shown once, when it is made.
      </p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {living.map((token) => (
          <li
            key={token.id}
            className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-center gap-x-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_6rem_8rem_auto]"
          >
            <span className="truncate font-medium">{token.name}</span>
            <span className="text-ink-2">{token.role}</span>
            <span className="hidden text-ink-3 sm:block">
              {token.lastUsedAt === null ? (
                'never used'
              ) : (
                <>
                  used <Age at={token.lastUsedAt} />
                </>
              )}
            </span>
            <button type="button" className="button button-danger" onClick={() => revoke(token)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <NewToken />
    </section>
  )
}

function NewToken(): JSX.Element {
  const { client } = useWorld()
  const [name, setName] = useState('')
  const [role, setRole] = useState<TokenRole>('observer')
  const make = useMutation({
    mutationFn: () => client.call('createToken', { name, role }),
    onSuccess: () => setName(''),
  })
  return (
    <form
      className="mt-3 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <input
        aria-label="Name of the new token"
        placeholder="Name"
        className="field"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <select
        aria-label="What it may do"
        className="field"
        value={role}
        onChange={(event) => setRole(event.target.value === 'human' ? 'human' : 'observer')}
      >
        <option value="observer">observer: read only</option>
        <option value="human">human: may do everything</option>
      </select>
      <button type="submit" className="button h-[30px]" disabled={name.trim() === '' || make.isPending}>
        Create a token
      </button>
      {make.error && (
        <p role="alert" className="basis-full text-sm text-bad">
          {make.error.message}
        </p>
      )}
      {make.data && (
        <div className="basis-full">
          <Notice tone="needs">
            This is the only time the secret of “{make.data.token.name}” is shown:
            <code className="mt-1 block font-mono break-all">{make.data.secret}</code>
          </Notice>
        </div>
      )}
    </form>
  )
}
