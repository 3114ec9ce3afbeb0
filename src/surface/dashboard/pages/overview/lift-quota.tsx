import { useMutation } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useWorld } from '../../data/context.ts'

const question =
  'Everything that is waiting continues at once. If the account is still at its limit, it pauses again. Lift it?'

/** Ends the hold of the account's limit, once somebody is sure; the problem goes with it. */
export function LiftQuota(): JSX.Element {
  const { client } = useWorld()
  const lift = useMutation({ mutationFn: () => client.call('liftQuota', {}) })
  return (
    <>
      <button
        type="button"
        className="link whitespace-nowrap"
        disabled={lift.isPending}
        onClick={() => {
          if (confirm(question)) lift.mutate()
        }}
      >
        Lift the limit
      </button>
      {lift.error && (
        <span role="alert" className="ml-2 text-bad">
          {lift.error.message}
        </span>
      )}
    </>
  )
}
