// Runs beside each file of tests: writes down what each of its tests reached, and how long it took.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import type { ReachedBy } from './reach.ts'

declare global {
  var noteReached: ((place: number) => void) | undefined
}

let reached = new Set<number>()
let began = 0
const tests: ReachedBy[] = []
const around = new Set<number>()
globalThis.noteReached = (place) => void reached.add(place)

beforeEach(() => {
  for (const place of taken()) around.add(place)
  began = performance.now()
})

afterEach(({ task }) => {
  const ms = performance.now() - began
  const isGood = task.result?.state !== 'fail'
  tests.push({ file: task.file.name, name: task.name, ms, isGood, places: [...taken()] })
})

afterAll(() => {
  for (const place of taken()) around.add(place)
  const whole = tests.map((test) => ({ ...test, places: [...new Set([...around, ...test.places])] }))
  writeFileSync(join(tmpdir(), `${randomUUID()}.reached.json`), JSON.stringify(whole))
})

function taken(): Set<number> {
  const before = reached
  reached = new Set()
  return before
}
