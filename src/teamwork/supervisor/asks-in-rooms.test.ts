import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ask } from '../../contract/index.ts'
import type { NewAgentAsk, NewQuestion } from '../../core/inbox/index.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

const room = '#project-shop'
let world: OrgWorld
let requests = 0
beforeAll(async () => {
  world = await openOrgWorld()
  await world.services.rooms.refresh()
})
afterAll(() => world.end())

function question(more: Partial<NewQuestion>): Ask {
  const asked = {
    team: 'shop',
    caller: 'user',
    source: 'alert',
    type: 'blocking',
    text: 'Which colour?',
  } as const
  return world.fake.asks.view(world.fake.asks.raise({ ...asked, ...more }).ask.id)
}

function permission(more: Partial<NewAgentAsk> = {}): Ask {
  requests += 1
  const asked: NewAgentAsk = {
    kind: 'permission',
    session: world.fake.sessions.open('user', 'shop').id,
    turn: null,
    agent: null,
    teammate: null,
    request: `r${requests}`,
    team: 'shop',
    caller: 'user',
    tool: 'Bash',
    input: JSON.stringify({ command: 'rm -r *build* _old_' }),
    text: 'Bash rm',
    questions: [],
    lead: null,
    forwardedTo: null,
    ...more,
  }
  const { id } = world.fake.log.write((append) => world.fake.asks.open(asked, append))
  return world.fake.asks.view(id)
}

const numberOf = ({ ask }: Ask): number => world.fake.asks.find(ask).seq
const newest = (): string => {
  const { channel } = world.services.rooms.roomOf({ name: 'user', kind: 'human' }, room)
  return world.services.channels.history(channel, { newest: true, limit: 1 }).messages[0]?.body ?? ''
}
async function answer(ask: Ask, words: string): Promise<Ask['answer']> {
  const you = { name: 'user', kind: 'human' } as const
  const body = `/answer ${numberOf(ask)} ${words}`
  await world.services.rooms.say(you, world.services.rooms.roomOf(you, room), { body, origin: 'irc' })
  return world.fake.asks.view(ask.ask).answer
}

test('[CHN26] a permission is said with all that would be done, as it is, and answered by yes, or by no and why', async () => {
  const first = permission()
  expect(newest()).toMatch(
    /^shop asks \(\d+\): ```text\n[\s\S]*rm -r \*build\* _old_[\s\S]*\n```\n\nAnswer with/,
  )
  expect(newest()).toContain(`\`/answer ${numberOf(first)} yes\` or \`/answer ${numberOf(first)} no\``)
  expect(await answer(first, 'yes')).toMatchObject({ allow: true, chosen: [{ labels: ['Allow'] }] })
  expect(await answer(permission(), 'No the old one stays')).toMatchObject({
    allow: false,
    text: 'the old one stays',
  })
  await expect(answer(permission(), 'perhaps')).rejects.toThrow('Choose one of y (Allow)')
})

test('[CHN26] what a room does not show whole is not allowed from there', async () => {
  const ask = permission({ input: JSON.stringify({ command: `make ${'x'.repeat(4000)}; rm -r ~` }) })
  expect(newest()).toContain('It goes on: read it in the inbox')
  for (const word of ['yes', 'y', 'Allow', 'always'])
    await expect(answer(ask, word)).rejects.toThrow('not show all')
  expect(await answer(ask, 'no')).toMatchObject({ allow: false })
})

test('[CHN26] a question is answered by an option or, where it takes them, in words; several by their numbers', async () => {
  const options = [{ label: 'Red' }, { label: 'Blue' }]
  const loose = question({ options, freeText: true })
  expect(newest()).toMatch(
    /\/answer \d+ 1` \(Red\), or `\/answer \d+ 2` \(Blue\), or `\/answer \d+` and your words\.$/,
  )
  expect(await answer(loose, 'blue')).toMatchObject({ chosen: [{ labels: ['Blue'], text: null }] })
  expect(await answer(question({ options, freeText: true }), 'dark red, please')).toMatchObject({
    chosen: [{ labels: [], text: 'dark red, please' }],
  })
  await expect(answer(question({ options, freeText: false }), 'dark red')).rejects.toThrow(
    'Choose among 1 (Red), 2 (Blue)',
  )
  const both = permission({
    kind: 'question',
    tool: 'AskUserQuestion',
    questions: ['Which colour?', 'Which shape?'].map((text) => ({
      question: text,
      header: '',
      options: [
        { key: '1', label: 'One', description: '', recommended: false },
        { key: '2', label: 'Two', description: '', recommended: false },
      ],
      multiSelect: text.includes('shape'),
      freeText: true,
    })),
  })
  expect(newest()).toContain(`/answer ${numberOf(both)} 1=… 2=…`)
  expect(await answer(both, '1=Two 2=a round one')).toMatchObject({
    chosen: [{ labels: ['Two'] }, { text: 'a round one' }],
  })
})
