import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDaemon } from '../../src/daemon/index.ts'
import { parsePlaybook, startRehearsal } from '../../src/rehearsal/index.ts'
import { environmentOf } from '../support/daemon.ts'
import { fillUp } from '../support/full-disk.ts'
import { configFor, openTeams, writeFakeClaude } from '../support/teams.ts'

const echo = '  - when: { says: "/(.+)/s" }\n    reply: "You said ${says.1}."\n'

test('a home and projects with dots, spaces and unicode work, also over a resume', async () => {
  const world = await openTeams({
    lines: echo,
    homeName: 'iris höme .v1. 空白 _x-',
    teams: { 'a.b_c-d': {} },
  })
  onTestFinished(() => world.end())
  expect(await world.ask('eins', 'a.b_c-d')).toMatchObject({ status: 'answered', text: 'You said eins.' })
  await world.orchestrator.sleep(world.user, 'a.b_c-d', { force: false })
  expect(await world.ask('zwei', 'a.b_c-d')).toMatchObject({ status: 'answered' })
  expect(world.modelCalls.at(-1)).toContain('eins')
})

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

// Only root may mount a small disk.
test.skipIf(!isRoot)(
  '[TEA31] a full disk refuses tells and loses nothing: with room again every line is there, once',
  async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'iris-full-')))
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'iris-scratch-')))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', home])
    const rehearsal = await startRehearsal({ playbook: parsePlaybook(`name: Test\nlines:\n${echo}`) })
    onTestFinished(async () => {
      await rehearsal.close()
      execFileSync('umount', ['-l', home])
      for (const folder of [home, elsewhere]) rmSync(folder, { recursive: true, force: true })
    })
    mkdirSync(join(home, 'projects'), { recursive: true })
    const hasRoom = join(elsewhere, 'has-room')
    // It has more to say when the disk is full, and keeps its last words until there is room.
    const script = `init(); let n = 0; const tick = setInterval(() => { if (n >= 1500 && !require('fs').existsSync('${hasRoom}')) return; for (let k = 0; k < 20; k += 1) say({ type: 'system', subtype: 'note', n: n++ }); if (n >= 2000) { clearInterval(tick); result('done') } }, 10)`
    const claudePath = writeFakeClaude(join(elsewhere, 'fake'), script)
    writeFileSync(
      join(home, 'config.yaml'),
      configFor(home, rehearsal, { lines: echo, teams: { alpha: { claudePath } } }),
    )
    const daemon = await createDaemon({ environment: environmentOf(home) })
    const { orchestrator, log } = daemon
    const user = { name: 'user', kind: 'human' as const }
    const tell = (message: string) =>
      orchestrator.tell(user, { to: 'alpha', message, patience: { until: 'ended' } })
    const telling = tell('count')
    await expect.poll(() => log.head()).toBeGreaterThan(300)
    const filler = fillUp(join(home, 'filler'))
    const refused = await expect
      .poll(() => codeOf(() => tell('x'.repeat(100_000))))
      .toBe('DISK_FULL')
      .then(() => log.head())
    // The daemon still answers what needs no disk.
    expect(orchestrator.findTurn(telling.turn).how).toBeNull()
    expect(refused).toBeLessThan(2000)
    rmSync(filler)
    writeFileSync(hasRoom, '')
    expect(await telling.outcome).toMatchObject({ status: 'answered', text: 'done' })
    const numbers = allLines(log)
      .flatMap((line) => /"n":(\d+)/.exec(line)?.[1] ?? [])
      .map(Number)
    expect(numbers).toEqual(Array.from({ length: 2000 }, (_, index) => index))
    await orchestrator.remove(user, 'alpha')
    await daemon.close('test ended')
  },
)

function codeOf(act: () => unknown): string {
  try {
    act()
    return 'none'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

function allLines(log: Awaited<ReturnType<typeof createDaemon>>['log']): string[] {
  const found: string[] = []
  for (let after = 0; ;) {
    const { events, next, head } = log.read({ types: ['agent.printed'], after, limit: 1000 })
    found.push(...events.map((event) => (event.data as { line: string }).line))
    if (next >= head) return found
    after = next
  }
}
