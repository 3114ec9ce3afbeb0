import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunId, SessionId } from '../../src/contract/index.ts'
import { loadPlaybook } from '../../src/rehearsal/index.ts'
import { emptyProject, pipelineGoal } from '../../test/support/pipeline.ts'
import { openTeams, type TeamWorld } from '../../test/support/teams.ts'

/** Teams in the middle of a working day, held still for the pictures. */
export interface Stage {
  world: TeamWorld
  session: SessionId
  run: RunId
}

const teams = {
  billing: { description: 'Invoices and payments', grantPermission: 'ask' },
  api: { description: 'The public API', grantPermission: 'ask' },
  shop: { description: 'The web shop' },
  mobile: { description: 'The app' },
  login: { description: 'Accounts and sign-in' },
  docs: { description: 'The manual' },
  infra: { description: 'Servers and backups' },
}

/** Opens the teams and tells each what it is shown with. */
export async function openStage(): Promise<Stage> {
  const playbook = await loadPlaybook(join(import.meta.dirname, 'playbook.yaml'))
  const world = await openTeams({ playbook, teams, homeName: 'iris-pictures-' })
  fillProjects(join(world.home, 'projects'))
  await world.ask('Which pages still mention the old port?', 'docs')
  const { session } = await world.ask('Why does the sign-in test fail?', 'login')
  const { run } = await world.client.call('startRun', {
    team: 'shop',
    goal: pipelineGoal,
    evidence: { files: ['page.js', 'greet.js'], commands: ['node --test page.test.js'] },
  })
  await world.rehearsal.waiting('midway')
  world.tell('Make the screen reader say what is in the cart.', 'mobile')
  await world.rehearsal.waiting('reading')
  world.tell('Rebuild the invoices.', 'billing')
  world.tell('Store the sessions of the new sign-in.', 'api')
  await asksOpen(world, 2)
  return { world, session, run }
}

/** Settles once this many asks are open. */
async function asksOpen({ daemon, inbox }: TeamWorld, count: number): Promise<void> {
  for await (const _ of daemon.log.tail({ after: 0, types: ['ask.opened'] }))
    if (inbox.list({ state: 'open', limit: count }).asks.length === count) return
}

function fillProjects(folder: string): void {
  emptyProject(join(folder, 'shop'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  execFileSync('git', ['init', '-q'], { cwd: join(folder, 'login') })
}

const files: Readonly<Record<string, string>> = {
  'mobile/src/cart.js': `export function cartTotal(items) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0)
}
`,
  'login/package.json': '{ "name": "login", "type": "module" }\n',
  'login/src/session.js': `/** True once a session has ended. */
export function hasEnded(session, now) {
  return now > session.endsAt
}
`,
  'login/test/session.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasEnded } from '../src/session.js'

test('a session is valid before its end', () => assert.equal(hasEnded({ endsAt: 10 }, 9), false))
test('a session has ended at its end', () => assert.equal(hasEnded({ endsAt: 10 }, 10), true))
`,
}
