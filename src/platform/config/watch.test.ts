import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { IrisError } from '../../contract/index.ts'
import { manualClock, systemClock, type Clock } from '../clock/index.ts'
import type { ConfigChanges } from './changes.ts'
import type { CompiledConfig } from './compilation.ts'
import type { Environment } from './environment.ts'
import { errorOf, temporaryHome } from './fixtures.suite.ts'
import { readConfig } from './loading.ts'
import type { Mistake } from './mistake.ts'
import { createConfigWatch } from './watch.ts'

type Report = { config: CompiledConfig; changes: ConfigChanges } | { refused: IrisError }

const none = { added: [], removed: [], changed: [] }

/** A watch whose reports are awaited one by one. */
function openWatch(environment: Environment, options: { clock?: Clock; current?: CompiledConfig } = {}) {
  const reports: Report[] = []
  let wake = () => {}
  const report = (one: Report) => {
    reports.push(one)
    wake()
  }
  const watch = createConfigWatch({
    environment,
    clock: options.clock ?? systemClock,
    current: options.current ?? readConfig(environment),
    quiet: 20,
    onChange: (config, changes) => report({ config, changes }),
    onRefused: (refused) => report({ refused }),
  })
  onTestFinished(() => watch.close())
  return {
    watch,
    reports,
    next: async (): Promise<Report> => {
      while (reports.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return reports.shift()!
    },
  }
}

/** A clock we turn; `asked` resolves when the next timer is set. */
function watchedClock() {
  const clock = manualClock()
  let wake = () => {}
  const watched: Clock = {
    now: () => clock.now(),
    steady: () => clock.steady(),
    after(delay, call) {
      wake()
      return clock.after(delay, call)
    },
  }
  const asked = () => new Promise<void>((resolve) => (wake = resolve))
  return { clock: watched, advance: (by: number) => clock.advance(by), asked }
}

function homeWith(text: string): Environment {
  const home = temporaryHome()
  writeFileSync(home.configPath, text)
  return home
}

function mistakesOf(report: Report): Mistake[] {
  return 'refused' in report ? (report.refused.details?.['mistakes'] as Mistake[]) : []
}

test('[CFG21] a good change is handed over with what was added, removed and changed', async () => {
  const home = homeWith('teams:\n  a: { path: /a }\n  b: { path: /b }\n  c: { path: /c }\n')
  const { next } = openWatch(home)
  writeFileSync(
    home.configPath,
    'settings: { httpPort: 0 }\nteams:\n  b: { path: /b2 }\n  c: { path: /c }\n  d: { path: /d }\n',
  )
  expect(await next()).toMatchObject({
    config: { settings: { httpPort: 0 } },
    changes: { teams: { added: ['d'], removed: ['a'], changed: ['b'] }, sections: ['settings'] },
  })
})

test('[CFG21] a changed setting changes the teams that fall back to it', async () => {
  const home = homeWith('teams:\n  a: { path: /a }\n  b: { path: /b, idleTimeout: 1m }\n')
  const { next } = openWatch(home)
  writeFileSync(
    home.configPath,
    'settings: { idleTimeout: 5m }\nteams:\n  a: { path: /a }\n  b: { path: /b, idleTimeout: 1m }\n',
  )
  expect(await next()).toMatchObject({ changes: { teams: { changed: ['a'] }, sections: ['settings'] } })
})

test('[CFG21] a change of any section alone is handed over', async () => {
  const changed = {
    settings: '{ maxProcesses: 3 }',
    database: '{ path: other.db }',
    dashboard: '{ enabled: false }',
    agent: '{ enabled: false }',
    notifications: '{ leastUrgency: high }',
    claude: '{ model: opus }',
  }
  for (const [section, value] of Object.entries(changed)) {
    const home = homeWith('')
    const current = readConfig(home)
    writeFileSync(home.configPath, `${section}: ${value}\n`)
    // A watch that starts after the change has only the comparison to go by.
    const { next } = openWatch(home, { current })
    expect(await next()).toMatchObject({ changes: { teams: none, sections: [section] } })
  }
})

test('[CFG22] a bad file is reported and compared with the last good one when corrected', async () => {
  const home = homeWith('teams:\n  a: { path: /a }\n')
  const { next } = openWatch(home)
  writeFileSync(home.configPath, 'teams:\n  a: { path: a }\n  b: { pth: /b }\n')
  expect(mistakesOf(await next()).map(({ line }) => line)).toEqual([2, 3, 3])
  writeFileSync(home.configPath, 'teams:\n  a: { path: /a }\n  b: { path: /b }\n')
  expect(await next()).toMatchObject({ changes: { teams: { ...none, added: ['b'] }, sections: [] } })
  writeFileSync(home.configPath, '[')
  expect(await next()).toHaveProperty('refused')
  writeFileSync(home.configPath, 'teams:\n  a: { path: /a }\n  b: { path: /b }\n')
  expect(await next()).toMatchObject({ changes: { teams: none, sections: [] } })
})

test('[CFG23] a file that disappears keeps the last good configuration and is read when it returns', async () => {
  const home = homeWith('teams:\n  a: { path: /a }\n')
  const { next } = openWatch(home)
  rmSync(home.configPath)
  expect(await next()).toMatchObject({ refused: { code: 'CONFIG_UNREADABLE' } })
  writeFileSync(home.configPath, 'teams:\n  a: { path: /a }\n  b: { path: /b }\n')
  expect(await next()).toMatchObject({ changes: { teams: { ...none, added: ['b'] } } })
})

test('[CFG23] a file that disappeared before the watch started keeps its teams', async () => {
  const home = homeWith('teams:\n  a: { path: /a }\n')
  const current = readConfig(home)
  rmSync(home.configPath)
  const { next } = openWatch(home, { current })
  expect(await next()).toMatchObject({ refused: { code: 'CONFIG_UNREADABLE' } })
})

test('[CFG24] a first file in a home without one is noticed', async () => {
  const home = temporaryHome()
  const { next } = openWatch(home)
  writeFileSync(home.configPath, 'teams: { a: { path: /a } }')
  expect(await next()).toMatchObject({ changes: { teams: { ...none, added: ['a'] } } })
})

test('[CFG24] a file replaced by rename is noticed, twice', async () => {
  const home = homeWith('')
  const { next } = openWatch(home)
  for (const name of ['a', 'b']) {
    writeFileSync(`${home.configPath}.tmp`, `teams: { ${name}: { path: /x } }`)
    renameSync(`${home.configPath}.tmp`, home.configPath)
    expect(await next()).toMatchObject({ changes: { teams: { added: [name] } } })
  }
})

test('[CFG24] a file behind a link is noticed, also after the link moved', async () => {
  const home = temporaryHome()
  const files = ['one', 'two'].map((name) => join(home.home, name, 'iris.yaml'))
  for (const file of files) mkdirSync(join(file, '..'))
  for (const file of files) writeFileSync(file, '')
  symlinkSync(files[0]!, home.configPath)
  const { next } = openWatch(home)
  writeFileSync(files[0]!, 'teams: { a: { path: /a } }')
  expect(await next()).toMatchObject({ changes: { teams: { added: ['a'] } } })
  rmSync(home.configPath)
  symlinkSync(files[1]!, home.configPath)
  expect(await next()).toMatchObject({ changes: { teams: { removed: ['a'] } } })
  writeFileSync(files[1]!, 'teams: { b: { path: /b } }')
  expect(await next()).toMatchObject({ changes: { teams: { added: ['b'] } } })
})

test('[CFG24] a change made before the watch started is noticed', async () => {
  const home = homeWith('teams: { a: { path: /a } }')
  const current = readConfig(home)
  writeFileSync(home.configPath, 'teams: { b: { path: /b } }')
  const { next } = openWatch(home, { current })
  expect(await next()).toMatchObject({ changes: { teams: { added: ['b'], removed: ['a'] } } })
})

test('[CFG25] many writes are read once, after the file was quiet', async () => {
  const home = homeWith('')
  const { clock, advance, asked } = watchedClock()
  const { reports } = openWatch(home, { clock })
  advance(0)
  for (const name of ['a', 'b', 'c']) {
    const touched = asked()
    writeFileSync(home.configPath, `teams: { ${name}: { path: /x } }`)
    await touched
    advance(5)
  }
  expect(reports).toEqual([])
  advance(100)
  expect(reports).toMatchObject([{ changes: { teams: { added: ['c'] } } }])
})

test('[CFG25] a file written without pause is read at the latest after 2 s', async () => {
  const home = homeWith('')
  const { clock, advance, asked } = watchedClock()
  const { reports } = openWatch(home, { clock })
  advance(0)
  for (let write = 0; write < 200 && reports.length === 0; write += 1) {
    const touched = asked()
    writeFileSync(home.configPath, `teams: { a${write}: { path: /x } }`)
    await touched
    advance(15)
  }
  expect(reports).toHaveLength(1)
  expect(clock.now()).toBeGreaterThanOrEqual(2000)
})

test('[CFG25] the same text and other files in the home are not reported', async () => {
  const home = homeWith('teams: { a: { path: /a } }')
  const { next, reports } = openWatch(home)
  writeFileSync(join(home.home, 'iris.db'), 'x')
  writeFileSync(home.configPath, 'teams: { a: { path: /a } }')
  writeFileSync(home.configPath, 'teams: { b: { path: /a } }')
  expect(await next()).toMatchObject({ changes: { teams: { added: ['b'], removed: ['a'] } } })
  expect(reports).toEqual([])
})

test('[CFG26] after close nothing is called, and close may be called twice', async () => {
  const home = homeWith('')
  const { clock, advance, asked } = watchedClock()
  const { watch, reports } = openWatch(home, { clock })
  advance(0)
  const touched = asked()
  writeFileSync(home.configPath, 'teams: { a: { path: /a } }')
  await touched
  watch.close()
  watch.close()
  advance(10_000)
  expect(reports).toEqual([])
})

test('a home that cannot be watched is CONFIG_UNREADABLE', () => {
  const home = temporaryHome()
  const current = readConfig(home)
  rmSync(home.home, { recursive: true })
  expect(errorOf(() => openWatch(home, { current })).code).toBe('CONFIG_UNREADABLE')
})
