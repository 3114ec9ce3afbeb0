import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import { permits } from './duty.ts'
import { openWorkWorld, type WorkWorld } from './world.suite.ts'

let world: WorkWorld
beforeEach(() => (world = openWorkWorld(1)))
afterEach(() => world.end())

test('[WRK31] the commands that an agent is told after a conflict need nobody, before it and with anything around them they do', () => {
  const session = newId('ses')
  world.rows.set(world.build().id, { branch: 'build/shop-b1' })
  world.rows.setTask(world.row(1), { session, folder: '/shop/.worktrees/one' })
  const asked = (command: string) =>
    permits(world.context, { id: session } as SessionRow, { tool: 'Bash', input: { command } })
  const told = ['git merge build/shop-b1', 'git add -A', 'git commit --no-edit']
  expect(told.map(asked)).toEqual([undefined, undefined, undefined])
  world.rows.setTask(world.row(1), { lastClass: 'CONFLICT' })
  expect(told.map(asked)).toEqual(told.map(() => ({ allow: true, message: null, by: 'iris' })))
  const others = [
    'git merge build/shop-b2',
    'git merge build/shop-b1 && touch x',
    'git merge build/shop-b1\ntouch x',
    ' git add -A',
    'git commit --no-edit --no-verify',
  ]
  expect(others.map(asked)).toEqual(others.map(() => undefined))
  world.rows.setTask(world.row(1), { outcome: 'complete' })
  expect(told.map(asked)).toEqual([undefined, undefined, undefined])
})
