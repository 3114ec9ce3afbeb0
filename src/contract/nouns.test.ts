import { z } from 'zod'
import { expect, test } from 'vitest'
import { calls, nouns, type CallInput, type CallOutput, type ErrorCode, type EventData } from './index.ts'
import { errorCatalogue } from './error-catalogue.ts'
import { eventDefinitions } from './events.ts'
import { paths } from './paths.ts'
import { plainNouns } from './plain-nouns.ts'

const keysOf = (parts: readonly object[]) => parts.flatMap((part) => Object.keys(part))

test('[ARC10] what the nouns declare is all there is, and no two declare the same', () => {
  const operations = keysOf(nouns.map((noun) => noun.operations))
  expect(operations).toEqual(Object.keys(calls))
  expect(keysOf(plainNouns.map(({ http }) => http)).toSorted()).toEqual(operations.toSorted())
  expect(Object.keys(paths).toSorted()).toEqual(operations.toSorted())
  expect(keysOf(nouns.map(({ events }) => events))).toEqual(Object.keys(eventDefinitions))
  expect(keysOf(plainNouns.map(({ errors }) => errors))).toEqual(Object.keys(errorCatalogue))
  const routes = Object.values(paths).map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
  const patterns = nouns.flatMap(({ ids }) => ids.map((id) => z.toJSONSchema(id).pattern))
  expect(new Set(patterns).size).toBe(patterns.length)
})

test('[ARC10] every parameter of a path is a field of the input', () => {
  for (const [name, { input }] of Object.entries(calls)) {
    const fields = Object.keys(
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {},
    )
    const { path } = paths[name as keyof typeof paths]
    for (const [, parameter] of path.matchAll(/:(\w+)/g))
      expect([name, fields]).toEqual([name, expect.arrayContaining([parameter])])
  }
})

test('[ARC10] the types of what is put together are those that were declared', () => {
  const goal: CallInput<'startRun'> = { team: 'alpha', goal: 'x' }
  // @ts-expect-error a goal is text
  const noGoal: CallInput<'startRun'> = { team: 'alpha', goal: 1 }
  // @ts-expect-error there is no such call
  const none: CallOutput<'startNothing'> = {}
  const ended: EventData<'turn.ended'>['how'] = 'answered'
  // @ts-expect-error no turn ends like that
  const otherwise: EventData<'turn.ended'>['how'] = 'sideways'
  // @ts-expect-error no noun declares it
  const code: ErrorCode = 'NOT_DECLARED'
  const path: '/api/runs/:run' = paths.getRun.path
  expect([goal, noGoal, ended, otherwise, code, path, none]).toHaveLength(7)
})
