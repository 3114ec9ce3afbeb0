import { expect, test } from 'vitest'
import { filesIn } from '../../scripts/imports.ts'
import { reachOf } from '../../scripts/reach.ts'

const endToEnd = [...filesIn('test/e2e', '.test.ts'), ...filesIn('test/faults', '.test.ts')]
const architecture = filesIn('test/architecture', '.test.ts')

test('[ARC13] words reach the tests of the architecture and those that name the page, and need no build', () => {
  const { isCode, unit, e2e } = reachOf(['docs/guides/config.md'])
  expect([isCode, e2e]).toEqual([false, []])
  expect(unit.toSorted()).toEqual([...architecture, 'src/platform/config/documents.test.ts'].toSorted())
})

test('[ARC13] what the daemon is made of reaches every end-to-end test, and the unit tests that use it', () => {
  const { unit, e2e } = reachOf(['src/core/pool/pool.ts'])
  expect(e2e.toSorted()).toEqual(endToEnd.toSorted())
  expect(unit).toContain('src/core/pool/pool.test.ts')
  expect(unit).not.toContain('src/platform/sqlite/sqlite.test.ts')
})

test('[ARC13] a page reaches the tests with a browser, and a command those that run iris', () => {
  const page = reachOf(['src/surface/dashboard/main.tsx']).e2e
  expect(page).toContain('test/e2e/dashboard-pages.test.ts')
  expect(page).not.toContain('test/e2e/teams.test.ts')
  const command = reachOf(['src/surface/cli/commands/status.ts']).e2e
  expect(command).toEqual(expect.arrayContaining(['test/e2e/cli.test.ts', 'test/e2e/monitor.test.ts']))
  expect(command).not.toContain('test/e2e/teams.test.ts')
})

test('[ARC13] support reaches the tests that import it, and a test itself', () => {
  expect(reachOf(['test/support/sshd.ts']).e2e).toEqual(
    expect.arrayContaining(['test/e2e/monitor-ssh.test.ts', 'test/e2e/remote.test.ts']),
  )
  expect(reachOf(['test/e2e/teams.test.ts']).e2e).toEqual(['test/e2e/teams.test.ts'])
})

test.each(['package.json', 'playbooks/demo.yaml', 'src/core/pool/deleted.ts'])(
  '[ARC13] of %s nobody knows what depends on it: everything is run',
  (file) => {
    const { isCode, unit, e2e } = reachOf(['docs/errors.md', file])
    expect([isCode, e2e.length]).toEqual([true, endToEnd.length])
    expect(unit.length).toBeGreaterThan(150)
  },
)
