import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessagesRequest } from './messages-request.ts'
import { parsePlaybook } from './playbook-parser.ts'
import { createPrompter } from './prompter.ts'
import { readScene, withoutReminders, type Scene } from './scene.ts'

type Content = string | object[]

interface Request {
  messages: { role: string; content: Content }[]
  system?: Content
  headers?: Record<string, string>
}

function sceneOf({ messages, system = '', headers = {} }: Request): Scene {
  return readScene(MessagesRequest.parse({ model: 'claude-sonnet-4-5', system, messages }), headers)
}

function user(...content: (string | object)[]): { role: string; content: object[] } {
  return {
    role: 'user',
    content: content.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  }
}

function call(id: string, name: string): { role: string; content: object[] } {
  return { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] }
}

function result(id: string, content: unknown): object {
  return { type: 'tool_result', tool_use_id: id, content }
}

function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>\n\n`
}

/** The positions of the lines that answer some scenes, one after the other. */
function positions(lines: string, ...scenes: Scene[]): (number | undefined)[] {
  const prompter = createPrompter(parsePlaybook(`name: Test\nlines:\n${lines}`))
  return scenes.map((scene) => prompter.cue(scene)?.line.position)
}

const hello = sceneOf({ messages: [user('Hello there')] })
const afterRead = sceneOf({
  messages: [user('fix the sum'), call('t1', 'Read'), user(result('t1', 'return a - b'), reminder('note'))],
})

test('[REH5] the first line whose conditions all hold answers', () => {
  const lines = `
  - { when: { says: Hello, turn: 2 }, reply: a }
  - { when: { says: Hello, turn: 1 }, reply: b }
  - { reply: c }`
  expect(positions(lines, hello)).toEqual([2])
})

test('[REH32] `timesEach` counts apart in each session, and for each of its subagents', () => {
  const lines = `
  - { timesEach: 1, reply: a }
  - { reply: b }`
  const inSession = (session: string, agent?: string) =>
    sceneOf({
      messages: [user('Hello')],
      headers: {
        'x-claude-code-session-id': session,
        ...(agent === undefined ? {} : { 'x-claude-code-agent-id': agent }),
      },
    })
  const [one, two, scout] = [inSession('1'), inSession('2'), inSession('1', 'scout')]
  expect(positions(lines, one, one, two, scout, two, scout)).toEqual([1, 2, 1, 1, 2, 2])
})

test('[REH6] [REH12] `cwd` looks at the folder of the agent, and its groups are filled in', () => {
  const scene = (folder: string) =>
    sceneOf({ messages: [user('Hello')], system: `Working directory: ${folder}` })
  const playbook = parsePlaybook("name: Test\nlines:\n  - { when: { cwd: '/task-(.+)$/' }, reply: a }")
  const prompter = createPrompter(playbook)
  expect(prompter.cue(scene('/srv/main'))).toBeUndefined()
  expect(prompter.cue(scene('/srv/agent-task-shop-4'))?.fillings.get('cwd.1')).toBe('shop-4')
})

test('[REH33] a line made for what the CLI asks itself answers that and nothing else', () => {
  const prompter = createPrompter(
    parsePlaybook('name: Test\nlines:\n  - { when: { side: small }, reply: a }\n  - { reply: b }'),
  )
  expect(prompter.cue(hello, 'small')?.line.position).toBe(1)
  expect(prompter.cue(hello, 'structured')).toBeUndefined()
  expect(prompter.cue(hello)?.line.position).toBe(2)
})

test('[REH5] a line answers at most `times` times', () => {
  const lines = `
  - { when: { says: Hello }, times: 2, reply: a }
  - { when: { says: Hello }, times: 1, reply: b }`
  expect(positions(lines, hello, hello, hello, hello)).toEqual([1, 1, 2, undefined])
})

test.each([
  ['says: lo th', true],
  ['says: LO TH', false],
  ['says: /LO TH/i', true],
  ['says: /^there/', false],
  ['model: sonnet', true],
  ['model: haiku', false],
  ['agent: main', true],
  ['agent: sub', false],
  ['tool: Read', false],
  ['toolResult: /.*/', false],
])('[REH6] on "Hello there", %s holds: %s', (condition, holds) => {
  expect(positions(`  - { when: { ${condition} }, reply: x }`, hello)).toEqual([holds ? 1 : undefined])
})

test.each([
  ['tool: Read', true],
  ['tool: Rea', false],
  ['tool: /^(Read|Edit)$/', true],
  ['toolResult: a - b', true],
  ['toolResult: /a \\+ b/', false],
  ['tool: Read, says: sum', true],
  ['tool: Read, says: other', false],
])('[REH8] after the result of Read, %s holds: %s', (condition, holds) => {
  expect(positions(`  - { when: { ${condition} }, reply: x }`, afterRead)).toEqual([holds ? 1 : undefined])
})

test.each(['says: sum', 'turn: 1'])(
  '[REH8] a line with only %s does not answer a tool result',
  (condition) => {
    expect(positions(`  - { when: { ${condition} }, reply: x }`, afterRead)).toEqual([undefined])
  },
)

test('[REH8] a line without conditions answers anything', () => {
  expect(positions('  - { reply: x }', hello, afterRead)).toEqual([1, 1])
})

test('[REH8] all results that came last are looked at', () => {
  const scene = sceneOf({
    messages: [
      user('go'),
      { role: 'assistant', content: [...call('a', 'Read').content, ...call('b', 'Bash').content] },
      user(result('a', [{ type: 'text', text: 'from read' }]), result('b', 'from bash')),
    ],
  })
  expect(scene).toMatchObject({ tools: ['Read', 'Bash'], toolResult: 'from read\nfrom bash' })
  expect(positions('  - { when: { tool: Read, toolResult: from bash }, reply: x }', scene)).toEqual([1])
})

test('[REH8] words after a tool result are what came last', () => {
  const scene = sceneOf({ messages: [user('go'), call('a', 'Read'), user(result('a', 'x'), 'stop that')] })
  expect(scene).toMatchObject({ tools: [], says: 'stop that', turn: 2 })
})

test('[REH7] reminders are not what the user said', () => {
  const scene = sceneOf({
    messages: [user(reminder('skills'), `${reminder('date')}Fix it${reminder('end')}`)],
  })
  expect(scene).toMatchObject({ says: 'Fix it', turn: 1 })
})

test('[REH7] a message after one that failed is the last text of the same request message', () => {
  expect(sceneOf({ messages: [user('cut me', 'still there?')] })).toMatchObject({
    says: 'still there?',
    turn: 2,
  })
})

test('[REH7] reminders count as said when nothing else came', () => {
  const messages = [user('go'), { role: 'assistant', content: 'Started.' }, user(reminder('task finished'))]
  expect(sceneOf({ messages }).says).toContain('task finished')
})

test('[REH7] removing reminders keeps exactly what stands outside them', () => {
  const plain = fc.string().filter((text) => !text.includes('system-reminder>'))
  fc.assert(
    fc.property(fc.array(fc.tuple(plain, plain)), plain, (pairs, last) => {
      const text = pairs.map(([words, note]) => `${words}<system-reminder>${note}</system-reminder>`).join('')
      expect(withoutReminders(text + last)).toBe((pairs.map(([words]) => words).join('') + last).trim())
    }),
  )
})

test('[REH7] a reminder without an end is what the user said', () => {
  expect(withoutReminders('why <system-reminder> here?')).toBe('why <system-reminder> here?')
})

test('[REH9] the header of a subagent makes it one', () => {
  const scene = sceneOf({
    messages: [user('x')],
    headers: { 'x-claude-code-agent-id': 'a1', 'x-claude-code-session-id': 's1' },
  })
  expect(scene).toMatchObject({ agent: 'sub', session: 's1' })
})

test.each([
  ['# Environment\n - Primary working directory: /home/me/a project\n - x', '/home/me/a project'],
  ['<env>\nWorking directory: /srv\n</env>', '/srv'],
  ['You work in the current working directory: guess', '.'],
])('[REH12] the folder is read from %j', (system, cwd) => {
  expect(sceneOf({ messages: [user('x')], system }).cwd).toBe(cwd)
  // Newer CLIs tell it in the first message.
  expect(
    sceneOf({ messages: [user(`<system-reminder>\n${system}\n</system-reminder>`), user('x')] }).cwd,
  ).toBe(cwd)
})

test('[REH12] the groups of the patterns can be filled in', () => {
  const prompter = createPrompter(
    parsePlaybook(`
name: Groups
lines:
  - when: { system: '/role=(\\w+)/', says: '/fix the (\\w+)/', toolResult: '/return (.*)/' }
    reply: x
`),
  )
  const scene = sceneOf({
    system: 'role=builder',
    messages: [user('fix the sum'), call('t1', 'Read'), user(result('t1', 'return a - b'))],
  })
  expect(Object.fromEntries(prompter.cue(scene)?.fillings ?? [])).toMatchObject({
    cwd: '.',
    model: 'claude-sonnet-4-5',
    says: 'fix the sum',
    'system.1': 'builder',
    'says.1': 'sum',
    'toolResult.0': 'return a - b',
    'toolResult.1': 'a - b',
  })
})

test.each([
  ['last: a - b', [undefined, 1]],
  ['last: /note/', [undefined, 1]],
  ['last: sum', [undefined, undefined]],
  ['heard: sum', [undefined, 1]],
  ['heard: [sum, /a (-) b/]', [undefined, 1]],
  ['heard: [sum, other]', [undefined, undefined]],
  ['heard: /llo/, last: there', [1, undefined]],
])('[REH28] for "Hello there" and for a result of Read with a reminder, %s', (condition, expected) => {
  const lines = `  - { when: { ${condition} }, reply: x }`
  expect([hello, afterRead].flatMap((scene) => positions(lines, scene))).toEqual(expected)
})

test('[REH28] what the model itself said is not heard', () => {
  const messages = [user('go'), { role: 'assistant', content: 'secret' }, user('on')]
  expect(positions('  - { when: { heard: secret }, reply: x }', sceneOf({ messages }))).toEqual([undefined])
})

test('[REH12] what came last, and its groups, can be filled in', () => {
  const playbook = parsePlaybook("name: Last\nlines:\n  - { when: { last: '/return (.*)/' }, reply: x }")
  const fillings = createPrompter(playbook).cue(afterRead)?.fillings
  expect(fillings?.get('last.1')).toBe('a - b')
  expect(fillings?.get('last')).toContain('note')
})

test('[REH12] the groups of what was heard can be filled in, of a list those of its first item', () => {
  const playbook = parsePlaybook(
    "name: Heard\nlines:\n  - { when: { heard: ['/fix the (\\w+)/', '/(-)/'] }, reply: x }",
  )
  expect(createPrompter(playbook).cue(afterRead)?.fillings.get('heard.1')).toBe('sum')
})

test('[REH7] a result of a tool is told without what the CLI adds to it', () => {
  const result = {
    type: 'tool_result',
    tool_use_id: 't',
    content: 'not today\n\n<system-reminder>\nleft\n</system-reminder>',
  }
  const scene = sceneOf({
    messages: [
      user('go'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash' }] },
      { role: 'user', content: [result] },
    ],
  })
  expect([scene.toolResult, scene.last]).toEqual(['not today', expect.stringContaining('left')])
})
