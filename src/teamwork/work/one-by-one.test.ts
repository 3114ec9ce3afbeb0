import { expect, test } from 'vitest'
import { createOneByOne } from './one-by-one.ts'

function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => void (open = resolve))
  return { open, opened }
}

test('[WRK45] whoever wants the checkout of a build waits until nobody has it, also when that went wrong', async () => {
  const checkouts = createOneByOne()
  const [first, other] = [gate(), gate()]
  const said: string[] = []
  const failing = checkouts.take('shop-b1', async () => {
    await first.opened
    said.push('first')
    throw new Error('no room')
  })
  const second = checkouts.take('shop-b1', () => Promise.resolve(void said.push('second')))
  const elsewhere = checkouts.take('shop-b2', async () => {
    said.push('elsewhere')
    await other.opened
  })
  expect(['shop-b1', 'shop-b2', 'shop-b3'].map((key) => checkouts.isTaken(key))).toEqual([true, true, false])
  first.open()
  await expect(failing).rejects.toThrow('no room')
  await second
  expect(said).toEqual(['elsewhere', 'first', 'second'])
  other.open()
  await elsewhere
  await expect.poll(() => checkouts.isTaken('shop-b1') || checkouts.isTaken('shop-b2')).toBe(false)
})
