import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { openRotatingFile } from './rotating-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[DMN9] a log line has its fields, a time and a level, and the file is for the user only', () => {
  const file = join(folder, 'logs', 'irisd.log')
  const logger = createLogger({ level: 'info', file, toStderr: false })
  logger.with({ part: 'http' }).info('listening', { port: 1 })
  logger.debug('not shown')
  logger.close()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ part: 'http', port: 1, msg: 'listening', level: 30 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('[DMN9] secrets are hidden by field name and by shape', () => {
  const file = join(folder, 'irisd.log')
  const logger = createLogger({ level: 'info', file, toStderr: false })
  const secret = `iris_${'a'.repeat(43)}`
  logger.info(`got ${secret}`, {
    token: 'plain',
    headers: { authorization: `Bearer ${'x'.repeat(30)}` },
    error: `sk-ant-${'k'.repeat(20)}`,
  })
  logger.close()
  const text = readFileSync(file, 'utf8')
  expect(text).not.toMatch(/iris_a|plain|xxxx|kkkk/)
  expect(text.match(/\[hidden\]/g)?.length).toBeGreaterThanOrEqual(4)
})

test('[DMN9] a full file is set aside and the newest three are kept', () => {
  const path = join(folder, 'a.log')
  const file = openRotatingFile(path, 100)
  for (let n = 0; n < 40; n += 1) file.write(`${String(n).padStart(30, '.')}\n`)
  file.close()
  file.close()
  expect(readdirSync(folder).toSorted()).toEqual(['a.log', 'a.log.1', 'a.log.2'])
  expect(readFileSync(path, 'utf8')).toContain('39')
})
