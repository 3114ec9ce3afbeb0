import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Seat } from '../../contract/index.ts'
import type { FakeAgent } from '../../core/sessions/fake-agents.suite.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
let manager: Seat
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
  await world.give('TASK: Say hello')
  await world.until(() => world.builds.started.length === 1)
  manager = world.seat(build())
})
afterEach(() => world.end())

function build() {
  const [started] = world.builds.started
  if (!started) throw new Error('nothing was given out')
  return started.build
}
const standup = (): string[] => saidIn('#standup-shop')
function saidIn(name: string): string[] {
  const room = world.services.channels.byName(name)?.channel
  const said = room ? world.services.channels.history(room, { newest: true, limit: 30 }).messages : []
  return said.map(({ body }) => body)
}
async function writePlan(by = manager.name): Promise<void> {
  const pages = await world.services.wiki.of('shop')
  const known = await pages.read('Tasks/shop-1')
  const author = { name: by, kind: 'agent', task: null } as const
  const revision = known?.revision
  await pages.change(
    'Tasks/shop-1',
    { do: 'write', text: `# Plan ${revision ?? ''}\n`, revision },
    { author },
  )
}
/** The newest agent, once it has been told so much. */
async function told(words: string): Promise<FakeAgent> {
  await world.until(() => world.fake.agents.at(-1)?.sent.at(-1)?.text.includes(words) === true)
  const agent = world.fake.agents.at(-1)
  if (!agent) throw new Error('nobody is there')
  return agent
}
const plans = () => world.fake.asks.list({ state: 'open', kind: 'plan', limit: 9 }).asks

test('[ORG42] the plan of a manager is announced once, and work goes on', async () => {
  await writePlan('Somebody')
  expect(standup().join()).not.toContain('The plan of')
  await writePlan()
  await writePlan()
  await world.fake.settle()
  expect(standup().filter((said) => said === 'The plan of shop-1 is on [[Tasks/shop-1]].')).toHaveLength(1)
  expect(plans()).toEqual([])
})

test.for([false, true])(
  '[ORG43] where plans are approved, a manager is stopped at its plan and goes on after the person’s yes, or plans again (restart: %s)',
  async (restarts) => {
    world.configure({ plans: 'approve' })
    const { session } = manager
    world.services.sessions.put({ session, message: 'do it', author: 'user', fromSession: null })
    const agent = await told('do it')
    agent.print({ type: 'system', subtype: 'init' })
    await writePlan()
    await world.until(() => agent.interrupts === 1)
    const aborted = { is_error: true, terminal_reason: 'aborted_tools' }
    agent.print({ type: 'result', subtype: 'error_during_execution', ...aborted })
    await world.until(() => plans().length === 1)
    if (restarts) await world.restart()
    const [plan] = plans()
    expect(plan).toMatchObject({ kind: 'plan', text: expect.stringContaining('# Plan'), session })
    expect(standup().at(-1)).toBe(`${manager.name} waits for your yes to the plan [[Tasks/shop-1]].`)
    const em = { kind: 'agent', name: 'shop', session: world.em().session } as const
    const id = plan?.ask ?? 'ask_'
    await expect(world.fake.asks.answer(id, { who: em, input: { choose: 'y' } })).rejects.toThrow(
      'not for you',
    )
    const who = { kind: 'human', name: 'user' } as const
    await world.fake.asks.answer(id, { who, input: { text: 'Smaller' } })
    ;(await told('Your plan was sent back. The person said: "Smaller".')).answerTurn('Changed.')
    await writePlan()
    await world.until(() => plans().length === 1)
    await world.fake.asks.answer(plans()[0]?.ask ?? 'ask_', { who, input: { choose: 'y' } })
    await told('Your plan was approved.')
    expect(world.fake.events('ask.opened')).toHaveLength(2)
  },
)

test('[ORG44] what a manager did not say in the standup Iris says at the end of its turn', async () => {
  const { session, name } = manager
  world.services.sessions.put({ session, message: 'step one', author: 'user', fromSession: null })
  ;(await told('step one')).answerTurn('Step one is done.\nIn detail …')
  await world.until(() => standup().includes(`${name} on shop-1: Step one is done.`))
  world.services.sessions.put({ session, message: 'step two', author: 'user', fromSession: null })
  const agent = await told('step two')
  await world.say('Two is done.', '#standup-shop', { name, kind: 'agent', session })
  agent.answerTurn('Silent.')
  await world.until(() => world.fake.events('turn.ended').length === 2)
  expect(standup().join()).not.toContain('Silent.')
})

test('[ORG45] a task whose manager crashed for good goes to somebody else twice, then to #errors, the EM and the person', async () => {
  const names = [manager.name]
  for (let times = 1; times <= 2; times += 1) {
    const reassign = world.builds.reassigns(build())
    if (!reassign) throw new Error('nobody takes it')
    world.fake.log.write((append) => reassign(append))
    const name = world.org().seats.find(({ key }) => key === 'shop-1')?.name ?? ''
    names.push(name)
    expect(standup().at(-1)).toContain(`${name} takes it (${times} of 2).`)
    await world.restart()
  }
  expect(new Set(names).size).toBe(3)
  expect(world.builds.reassigns(build())).toBeUndefined()
  expect(saidIn('#errors-shop').at(-1)).toContain('shop-1 was given out 3 times')
  const turns = world.fake.events('turn.accepted').filter(({ session }) => session === world.em().session)
  expect(turns).toMatchObject([{ data: { preview: expect.stringContaining('shop-1 was given out') } }])
  expect(
    world
      .org()
      .seats.find(({ key }) => key === 'shop-1')
      ?.shifts.map(({ how }) => how),
  ).toEqual([null, 'crashed', 'crashed'])
})
