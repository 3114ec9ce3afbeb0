import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { CallInput, UxTest } from '../../../../../contract/plain.ts'
import { isOpenUx } from '../../../../views/index.ts'
import { useWorld } from '../../../data/context.ts'
import { onlyLooks, useMayChange } from '../../../data/may-change.ts'
import { Fault } from '../../../parts/fault.tsx'

/** Goes through the journeys once more; not while the newest test is still to come to its end. */
export function Start(props: {
  name: string
  wanted: CallInput<'startUxTest'>
  test: UxTest | undefined
  onStarted?: (test: UxTest) => void
}): JSX.Element {
  const { name, wanted, test, onStarted } = props
  const { client } = useWorld()
  const cache = useQueryClient()
  const mayChange = useMayChange()
  const start = useMutation({
    mutationFn: () => client.call('startUxTest', wanted),
    onSuccess: async (started) => {
      await cache.invalidateQueries({ queryKey: ['ux'] })
      onStarted?.(started)
    },
  })
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!mayChange || (test !== undefined && isOpenUx(test)) || start.isPending}
        title={mayChange ? undefined : onlyLooks}
        onClick={() => start.mutate()}
      >
        {name}
      </button>
      {start.error && <Fault error={start.error} />}
    </>
  )
}

/** Ends a test with all it started. */
export function Cancel({ test }: { test: UxTest }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const cancel = useMutation({ mutationFn: () => client.call('cancelUxTest', { ux: test.ux }) })
  return (
    <>
      <button
        type="button"
        className="button button-danger"
        disabled={!mayChange || cancel.isPending}
        title={mayChange ? undefined : onlyLooks}
        onClick={() => cancel.mutate()}
      >
        Cancel
      </button>
      {cancel.error && <Fault error={cancel.error} />}
    </>
  )
}
