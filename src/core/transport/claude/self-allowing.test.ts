import { expect, test } from 'vitest'
import { runToEnd } from '../../../platform/process/index.ts'
import { selfAllowing } from './self-allowing.ts'

interface Settings {
  hooks: { PermissionRequest: [{ matcher: string; hooks: [{ command: string }] }] }
}
const { matcher, hooks } = (selfAllowing('acceptEdits') as Settings).hooks.PermissionRequest[0]

/** What the hook says to a request as the CLI words it: one line in which the mode comes before what the model wrote. */
async function saidTo(mode: string, toolInput: object): Promise<string> {
  const before = {
    session_id: 's',
    cwd: '/a "b"',
    permission_mode: mode,
    hook_event_name: 'PermissionRequest',
  }
  const request = { ...before, tool_name: 'x', tool_input: toolInput, tool_use_id: 't' }
  const base = { command: 'sh', args: ['-c', hooks[0].command], cwd: '/', env: { PATH: process.env['PATH'] } }
  return (await runToEnd({ ...base, timeoutMs: 10_000, input: `${JSON.stringify(request)}\n` })).stdout
}

test('[TEA67] an agent allows itself, in the mode it was started with, whatever it asks', async () => {
  const allowed = { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } }
  for (const input of [{ command: "rm -rf 'a' & \n %s" }, { content: 'x'.repeat(1_000_000) }])
    expect(JSON.parse(await saidTo('acceptEdits', input))).toEqual({ hookSpecificOutput: allowed })
})

test('[TEA67] in another mode it does not, also when what it would do speaks of that mode', async () => {
  expect(await saidTo('default', {})).toBe('')
  expect(await saidTo('default', { permission_mode: 'acceptEdits' })).toBe('')
  expect(await saidTo('plan', { a: '"permission_mode":"acceptEdits"', permission_mode: 'acceptEdits' })).toBe(
    '',
  )
})

test('[TEA67] what is put to people is none of its business', () => {
  const isItsBusiness = (tool: string) => new RegExp(matcher).test(tool)
  expect(['AskUserQuestion', 'ExitPlanMode'].map(isItsBusiness)).toEqual([false, false])
  expect(['Bash', 'mcp__other__tool', 'ExitPlanModes'].map(isItsBusiness)).toEqual([true, true, true])
})
