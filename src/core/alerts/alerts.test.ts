import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventType } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from '../store/index.ts'
import { alertMigrations, alertNotifies, createAlerts, type Alerts, type FoundAlert } from './index.ts'

let folder: string
let sql: Sql
let log: EventLog
let alerts: Alerts
const clock = manualClock(1_000_000)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-alerts-'))
  sql = openStore(join(folder, 'iris.db'), [alertMigrations])
  log = createLog({ sql, clock })
  alerts = createAlerts({ sql, log, clock })
})
afterEach(async () => {
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true })
})

const stuck = (more: Partial<FoundAlert> = {}): FoundAlert => ({
  kind: 'stuck',
  subject: 'shop-1',
  severity: 'warning',
  words: 'shop-1 has made no progress for 10 minutes or more.',
  advice: 'Look at it.',
  team: 'shop',
  build: 'shop-b1',
  session: null,
  ...more,
})
const types = (): EventType[] => log.read({}).events.map(({ type }) => type)
const news = () => {
  const notifies = alertNotifies(alerts)
  return log.read({}).events.map((event) => {
    if (event.type === 'alert.opened') return notifies['alert.opened']?.(event)
    return event.type === 'alert.changed' ? notifies['alert.changed']?.(event) : undefined
  })
}

test('[ALR2] an alert is opened once, told again only when it grew worse, and cleared when it is found no longer', () => {
  alerts.found([stuck()])
  alerts.found([stuck()])
  alerts.found([stuck({ words: 'for 15 minutes or more' })])
  expect(types()).toEqual(['alert.opened'])
  alerts.found([stuck({ severity: 'problem' })])
  alerts.found([stuck({ severity: 'warning' })])
  expect(types()).toEqual(['alert.opened', 'alert.changed'])
  expect(alerts.list({ state: 'open', limit: 10 })).toHaveLength(1)
  clock.advance(5000)
  alerts.found([])
  expect(types()).toEqual(['alert.opened', 'alert.changed', 'alert.cleared'])
  expect(alerts.list({ state: 'open', limit: 10 })).toEqual([])
  alerts.found([stuck()])
  expect(alerts.list({ state: 'all', limit: 10 })).toHaveLength(2)
})

test('[ALR3] [ALR7] an acknowledged alert is silent and stays open; one that is over is told to nobody', () => {
  alerts.found([stuck()])
  expect(news()).toMatchObject([{ kind: 'alert', team: 'shop', link: '/builds/shop-b1' }])
  const [{ alert } = { alert: 'alr_' as const }] = alerts.list({ state: 'open', limit: 1 })
  expect(alerts.acknowledge(alert, 'user')).toMatchObject({ acknowledgedBy: 'user', clearedAt: null })
  alerts.acknowledge(alert, 'user')
  alerts.found([stuck({ severity: 'critical' })])
  expect(types().filter((type) => type === 'alert.acknowledged')).toHaveLength(1)
  expect(news().filter(Boolean)).toEqual([])
  expect(alerts.list({ state: 'open', limit: 10 })).toMatchObject([{ alert, severity: 'critical' }])
  alerts.found([])
  alerts.found([stuck()])
  expect(news().filter(Boolean)).toHaveLength(1)
  expect(() => alerts.acknowledge('alr_none', 'user')).toThrow('There is no alert')
})
