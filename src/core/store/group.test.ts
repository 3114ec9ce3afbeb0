import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { createGroup } from './group.ts'

test('[LOG5] after a slow commit the next group waits longer, and no longer than 50 ms', async () => {
  const time = manualClock()
  let spent = 0
  let takes = 8
  const commits: number[] = []
  const group = createGroup({
    clock: { ...time, now: () => time.now() + spent },
    commit(entries) {
      commits.push(time.now())
      spent += takes
      return entries.map(() => ({ error: new Error('not wanted here') }))
    },
  })
  for (const commitTakes of [8, 1000, 0, 0]) {
    takes = commitTakes
    group.add({ event: { type: 'daemon.stopped', data: { reason: 'x' } } }).catch(() => undefined)
    time.advance(100)
  }
  expect(commits).toEqual([5, 100 + 40, 200 + 50, 300 + 5])
})
