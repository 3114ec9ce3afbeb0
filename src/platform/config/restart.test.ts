import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { plainJsonSchema, schemaAt } from './json-schema.ts'
import { parseConfig } from './loading.ts'
import { formatPath, valueAt } from './path.ts'
import { asRunning, waitingForRestart } from './restart.ts'
import { atStart } from './sections/at-start.ts'

const environment = readEnvironment({ HOME: '/home/u', IRIS_HOME: '/home/u/.iris' })
const started = parseConfig('', environment)
const other = parseConfig(
  `settings: { httpPort: 1700, host: 0.0.0.0, allowedHosts: [a.example], allowedOrigins: [https://a.example], publicUrl: 'https://b.example', hotReloadConfig: false, logLevel: debug, maxProcesses: 3 }
database: { path: other.db }
dashboard: { enabled: false }
claude: { model: opus }
`,
  environment,
)

test('[CFG35] what is read at the start keeps its value, and everything else is taken over', () => {
  const running = asRunning(started, other)
  for (const path of atStart) {
    expect([path, valueAt(other, path)]).not.toEqual([path, valueAt(started, path)])
    expect([path, valueAt(running, path)]).toEqual([path, valueAt(started, path)])
  }
  expect([running.settings.maxProcesses, running.claude.model]).toEqual([3, 'opus'])
})

test('[CFG35] what waits for a restart is told in words', () => {
  expect(waitingForRestart(started, started)).toEqual([])
  expect(waitingForRestart(started, other).map(({ path }) => path)).toEqual(atStart.map(formatPath))
  expect(waitingForRestart(started, other).map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'settings.httpPort is 1615 until a restart, then 1700.',
      'settings.allowedHosts is [] until a restart, then ["a.example"].',
      'database.path is /home/u/.iris/iris.db until a restart, then /home/u/.iris/other.db.',
    ]),
  )
})

test('[CFG35] the schema says which keys need a restart', () => {
  const told = ['settings', 'database', 'dashboard', 'agent', 'notifications', 'claude'].flatMap((section) =>
    Object.keys(schemaAt(plainJsonSchema(), [section])?.properties ?? {})
      .map((key) => [section, key] as const)
      .filter((path) => schemaAt(plainJsonSchema(), path)?.description?.endsWith('Needs a restart.')),
  )
  expect(told.map(formatPath).toSorted()).toEqual(atStart.map(formatPath).toSorted())
})
