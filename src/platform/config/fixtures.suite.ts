import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { IrisError } from '../../contract/index.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { parseConfig } from './loading.ts'
import type { Mistake } from './mistake.ts'

/** An Iris home of its own, removed after the test. */
export function temporaryHome(variables: Record<string, string> = {}): Environment {
  const home = mkdtempSync(join(tmpdir(), 'iris-config-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return readEnvironment({ HOME: home, IRIS_HOME: home, ...variables })
}

/** The error a call throws; fails when it throws none of Iris. */
export function errorOf(call: () => unknown): IrisError {
  try {
    call()
  } catch (error) {
    if (error instanceof IrisError) return error
    throw error
  }
  throw new Error('expected an IrisError')
}

/** The mistakes in a text. */
export function mistakesIn(text: string, variables: Record<string, string> = {}): Mistake[] {
  const error = errorOf(() => parseConfig(text, readEnvironment({ HOME: '/home/u', ...variables })))
  if (error.code !== 'CONFIG_INVALID') throw error
  return error.details?.['mistakes'] as Mistake[]
}
