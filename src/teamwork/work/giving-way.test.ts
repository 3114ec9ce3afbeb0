import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFilesWorld, type FilesWorld } from './files-world.suite.ts'

let world: FilesWorld
beforeEach(async () => void (world = await openFilesWorld()))
afterEach(() => world.end())

/** The agent of the holder works, and ends its turn with something in its worktree, while the urgent task waits. */
async function worked(text: string): Promise<void> {
  expect(await world.go(world.holder, 1)).toEqual(['tell'])
  world.write(world.holder, 'shared.txt', text)
  world.write(world.holder, 'own.txt', 'of the holder\n')
  await world.go(world.urgent, 1)
}

/** The urgent task has the files, changes them, and is complete. */
async function urgentDone(text: string): Promise<void> {
  expect(await world.go(world.urgent, 2)).toEqual(['take_lease', 'make_worktree'])
  await world.go(world.urgent, 1)
  world.write(world.urgent, 'shared.txt', text)
  await world.finish(world.urgent)
}

const lease = () => world.context.leases.standings('shop')

test('[WRK43] [LEA16] between two turns the work of a task is committed, a more urgent one gets its files, and it waits with its session and worktree', async () => {
  await worked('one\ntwo\nthree\nfour\n')
  expect(world.step(world.holder)).toMatchObject({ do: 'nothing', at: 'agent' })
  expect(world.step(world.urgent)).toMatchObject({ do: 'nothing', at: 'lease' })
  const before = world.row(world.holder)
  world.ended(world.holder)
  expect(await world.go(world.holder, 2)).toEqual(['give_way', 'nothing'])
  expect(world.step(world.holder)).toMatchObject({
    at: 'lease',
    why: expect.stringContaining('gave its files up'),
  })
  expect([...lease().fences.keys()]).toEqual([world.urgent.task])
  expect([...lease().waiting]).toEqual([world.holder.task])
  const { session, folder, attempt, turn } = before
  expect(world.row(world.holder)).toMatchObject({ session, folder, attempt, turn, fence: null })
  expect(world.git('show', 'task/shop-1:own.txt')).toBe('of the holder')
  expect(world.git('log', '-1', '--format=%s', 'task/shop-1')).toBe('checkpoint: shop-1 before it gave way')
  expect(world.events('lease.preempted').map(({ data }) => data)).toMatchObject([
    { key: 'shop-1', for: ['shop-2'], why: 'urgency' },
  ])
  expect(world.read(world.holder, 'shared.txt')).toBe('one\ntwo\nthree\nfour\n')
})

test('[WRK44] with its files again it has what was done meanwhile merged, its agent is told, and only its own change is checked', async () => {
  await worked('one\ntwo\nthree\nfour\n')
  world.ended(world.holder)
  await world.go(world.holder, 1)
  await urgentDone('zero\none\ntwo\nthree\n')
  expect(await world.go(world.holder, 5)).toEqual(['take_lease', 'catch_up', 'take_in', 'catch_up', 'tell'])
  expect(world.read(world.holder, 'shared.txt')).toBe('zero\none\ntwo\nthree\nfour\n')
  expect(world.read(world.holder, 'own.txt')).toBe('of the holder\n')
  const told = world.told(world.holder)
  expect(told).toContain('this changed on the branch "build/shop-b1"')
  expect(told).toMatch(/\n\| shared\.txt\n[^]*\n\| shop-2: Do it 0\n[^]*merged into your checkout/)
  expect(world.row(world.holder)).toMatchObject({ news: null, base: world.git('rev-parse', 'build/shop-b1') })
  world.ended(world.holder)
  expect(world.step(world.holder).do).toBe('check')
})

test('[WRK44] an agent that stopped in the middle goes on, and is told in the same turn', async () => {
  await worked('one\ntwo\nthree\nfour\n')
  world.ended(world.holder, 'agent_died')
  expect(await world.go(world.holder, 1)).toEqual(['give_way'])
  await urgentDone('zero\none\ntwo\nthree\n')
  expect((await world.go(world.holder, 5)).at(-1)).toBe('revive')
  expect(world.told(world.holder)).toMatch(/^You were interrupted[^]*merged into your checkout/)
})

test('[WRK44] what conflicts is merged by its agent, which is told the commands', async () => {
  await worked('one\nTWO\nthree\n')
  world.ended(world.holder)
  await world.go(world.holder, 1)
  await urgentDone('one\n2\nthree\n')
  expect(await world.go(world.holder, 4)).toEqual(['take_lease', 'catch_up', 'take_in', 'tell'])
  expect(world.told(world.holder)).toMatch(/conflict:\n\| shared\.txt\n[^]*git merge build\/shop-b1\n/)
  expect(world.row(world.holder)).toMatchObject({ incoming: 'build/shop-b1', base: null })
  expect(world.read(world.holder, 'shared.txt')).toBe('one\nTWO\nthree\n')
})

test('[WRK44] where nothing of its files was changed nobody is told anything, and its work is checked', async () => {
  await worked('one\ntwo\nthree\nfour\n')
  world.ended(world.holder)
  await world.go(world.holder, 1)
  await world.go(world.urgent, 2)
  await world.go(world.urgent, 1)
  world.write(world.urgent, 'elsewhere.txt', 'x')
  await world.finish(world.urgent)
  expect(await world.go(world.holder, 2)).toEqual(['take_lease', 'catch_up'])
  expect(world.row(world.holder).news).toBeNull()
  expect(world.step(world.holder).do).toBe('check')
})

test('[WRK43] an agent in the middle of a merge keeps the files of its task until its next turn is over', async () => {
  await worked('one\nTWO\nthree\n')
  const { folder } = world.row(world.holder)
  const inWorktree = (...args: string[]) => world.git('-C', folder ?? '', ...args)
  inWorktree('commit', '-qam', 'mine')
  const theirs = world.git('commit-tree', '-p', 'main', '-m', 'theirs', 'main^{tree}')
  inWorktree('merge', '--no-ff', '--no-commit', theirs)
  world.ended(world.holder, 'agent_died')
  expect(await world.go(world.holder, 2)).toEqual(['give_way', 'revive'])
  expect([...lease().fences.keys()]).toEqual([world.holder.task])
  inWorktree('commit', '-qm', 'merged')
  world.ended(world.holder)
  expect(await world.go(world.holder, 1)).toEqual(['give_way'])
  expect([...lease().fences.keys()]).toEqual([world.urgent.task])
})

/** A part of the context that is cut after it did its work, once. */
function cutAfter<Part extends object>(part: Part, name: keyof Part): void {
  const whole = part[name] as (...args: unknown[]) => unknown
  let isCut = false
  Reflect.set(part, name, (...args: unknown[]) => {
    if (isCut) return whole(...args)
    isCut = true
    const done = whole(...args)
    const cut = () => {
      throw new Error('killed')
    }
    return done instanceof Promise ? done.then(cut) : cut()
  })
}

test.each([
  ['its work was committed', 'worktrees', 'checkpoint'],
  ['the files were given up', 'leases', 'checkpoint'],
  ['its files were taken again', 'leases', 'take'],
  ['what changed was found', 'rows', 'setTask'],
  ['that was merged', 'worktrees', 'takeIn'],
] as const)('[WRK5] [WRK43] [WRK44] cut after %s, it comes to the same end', async (_, part, name) => {
  await worked('one\ntwo\nthree\nfour\n')
  world.ended(world.holder)
  const cut = () => cutAfter(world.context[part] as never, name as never)
  /** Until its agent is told: what is cut is begun again, as by the next daemon. */
  const untilTold = async () => {
    for (let left = 12; left > 0 && !world.told(world.holder).includes('merged into'); left -= 1) {
      await world.go(world.holder, 1)
      world.context.rows.setTask(world.row(world.holder), { transient: 0, laterFrom: null, laterMs: null })
    }
  }
  const isEarly = name === 'checkpoint'
  if (isEarly) cut()
  for (let left = 3; left > 0; left -= 1) {
    await world.go(world.holder, 1)
    world.context.rows.setTask(world.row(world.holder), { transient: 0, laterFrom: null, laterMs: null })
  }
  await urgentDone('zero\none\ntwo\nthree\n')
  if (!isEarly) cut()
  await untilTold()
  expect(world.events('lease.preempted')).toHaveLength(1)
  expect(world.read(world.holder, 'shared.txt')).toBe('zero\none\ntwo\nthree\nfour\n')
  expect(world.told(world.holder).match(/Others had files/g)).toHaveLength(1)
  expect(world.row(world.holder)).toMatchObject({ news: null, taking: null })
  world.ended(world.holder)
  expect(world.step(world.holder).do).toBe('check')
  expect(world.git('fsck', '--no-dangling')).toBe('')
})
