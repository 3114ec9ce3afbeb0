import { expect, test } from 'vitest'
import type { SessionRow } from '../../core/sessions/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { forkCommand } from './fork.ts'

// Only what a command is made of is read here.
const team = (more: Partial<Team> = {}) => ({ name: 'alpha', path: '/srv/alpha', ...more }) as Team
const session = (begun: number) => ({ begun, conversation: 'c-1' }) as SessionRow
const claude = { path: 'claude', folder: undefined }

test('[CLI19] a fork opens a copy of the conversation in the folder of the team', () => {
  expect(forkCommand(team(), session(1), claude)).toEqual({
    command: 'cd /srv/alpha && claude --resume c-1 --fork-session',
    cwd: '/srv/alpha',
    conversation: 'c-1',
  })
})

test('[CLI19] what a shell would read otherwise is quoted, and a folder of its own for conversations is named', () => {
  const odd = team({ path: "/srv/it's here" })
  expect(forkCommand(odd, session(1), { path: '/opt/my claude', folder: '/home/me/c d' }).command).toBe(
    String.raw`cd '/srv/it'\''s here' && CLAUDE_CONFIG_DIR='/home/me/c d' '/opt/my claude' --resume c-1 --fork-session`,
  )
})

test('[CLI19] a conversation on another machine is forked there, in a terminal', () => {
  const far = team({ remote: ['ssh', 'box'] })
  expect(forkCommand(far, session(1), claude).command).toBe(
    "ssh box -t 'cd /srv/alpha && claude --resume c-1 --fork-session'",
  )
})

test('[CLI19] without a conversation there is nothing to fork', () => {
  for (const none of [undefined, session(0)])
    expect(() => forkCommand(team(), none, claude)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})
