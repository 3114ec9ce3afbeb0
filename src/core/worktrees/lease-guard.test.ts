import { expect, test } from 'vitest'
import { IrisError, newId, type Lease } from '../../contract/index.ts'
import { leaseGuard } from './lease-guard.ts'

test('[WTR9] a worker passes with its number; a person passes while nobody is at the task', () => {
  const task = newId('tsk', 1)
  const lease: Lease = {
    task,
    key: 'shop-1',
    project: 'shop',
    worker: 'w',
    fence: 7,
    files: [],
    grantedAt: 1,
    endsInMs: 1000,
    isAsking: false,
    gaveWay: 0,
  }
  const guard = leaseGuard({
    list: () => ({ leases: [lease], waits: [] }),
    assertLease(_, fence) {
      if (fence !== 7) throw new IrisError('LEASE_STALE', `Not ${fence}.`)
    },
  })
  expect(() => guard(task, 7)).not.toThrow()
  expect(() => guard(task, 6)).toThrow('Not 6.')
  expect(() => guard(task, undefined)).toThrow(/shop-1 is being worked on.*iris leases release shop-1/)
  expect(() => guard(newId('tsk', 2), undefined)).not.toThrow()
})
