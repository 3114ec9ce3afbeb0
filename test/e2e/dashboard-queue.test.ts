import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { photograph, visit, type Visitor } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor

const held = (word: string): string => `
  - when: { says: /${word}/ }
    reply:
      - gate: ${word}
      - text: Done with ${word}.
`
const lines = `${['first', 'third', 'fifth'].map(held).join('')}
  - when: { says: /./ }
    reply:
      - text: Yes.
`

beforeAll(async () => {
  world = await openTeams({ lines, teams: { shop: {} } })
  browser = await openBrowser()
  visitor = await visit(browser, world.client)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

test('[DSH56] a turn that waits is dropped from its session by the keyboard, after one question', async () => {
  const { page, faults } = visitor
  const first = world.tell('do the first thing', 'shop')
  await world.rehearsal.waiting('first')
  const second = world.tell('do the second thing, please', 'shop')
  const third = world.tell('do the third thing', 'shop')
  await page.goto(`${world.daemon.url}/sessions/${first.session}`)
  const queue = page.getByRole('region', { name: 'Queue' })
  await queue.getByText('2 turns are waiting').waitFor()
  expect(await queue.getByText('waits for the previous turn').count()).toBe(2)
  await photograph(page, 'queue')
  expect(await barriers(page)).toEqual([])
  const questions: string[] = []
  const drop = queue.getByRole('button', { name: 'Drop “do the second thing, please”' })
  await drop.focus()
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await page.keyboard.press('Enter')
  await expect
    .poll(() => questions)
    .toEqual(['Drop “do the second thing, please”? It will never reach shop.'])
  expect(await drop.count()).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('Enter')
  await queue.getByText('Dropped “do the second thing, please”: it never ran.').waitFor()
  await queue.getByText('1 turn is waiting').waitFor()
  expect((await second.outcome).status).toBe('cancelled')
  await page.locator(':focus', { hasText: 'it never ran' }).waitFor()
  await page.getByRole('log').getByText('“do the second thing, please” dropped before it ran').waitFor()
  await photograph(page, 'queue-dropped')

  // It begins while the question stands: nothing is stopped by coming late.
  page.once('dialog', (dialog) => {
    world.rehearsal.open('first')
    void world.rehearsal.waiting('third').then(() => dialog.accept())
  })
  await queue.getByRole('button', { name: 'Drop “do the third thing”' }).click()
  await queue.getByText('It has already started, so it was left running. Interrupt stops it.').waitFor()
  expect((await first.outcome).status).toBe('answered')
  await page.getByRole('button', { name: 'Interrupt' }).click()
  expect((await third.outcome).status).toBe('stopped')
  world.rehearsal.open('third')
  // The browser tells of the refusal in its console.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
})

test('[DSH56] the list of turns says that one waits and for what, and drops it', async () => {
  const { page } = visitor
  const fifth = world.tell('do the fifth thing', 'shop')
  await world.rehearsal.waiting('fifth')
  const sixth = world.tell('do the sixth thing', 'shop')
  await page.goto(`${world.daemon.url}/sessions`)
  const row = page.getByRole('listitem').filter({ hasText: 'do the sixth thing' })
  await row.getByText('waits for the previous turn').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'do the fifth thing' }).getByText('under way').waitFor()
  await photograph(page, 'queue-turns')
  page.once('dialog', (dialog) => void dialog.accept())
  await row.getByRole('button', { name: 'Drop' }).click()
  await page.getByText('Dropped “do the sixth thing”: it never ran.').waitFor()
  await row.getByText('dropped before it ran').waitFor()
  expect((await sixth.outcome).status).toBe('cancelled')
  world.rehearsal.open('fifth')
  expect((await fifth.outcome).status).toBe('answered')
})
