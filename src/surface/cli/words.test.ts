import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactAge, oneLine } from '../../contract/plain.ts'
import { TellStatus, TurnEnding } from '../../contract/index.ts'
import { nextStep } from '../views/index.ts'
import { asSentence, cost, nextSteps, tellExits } from './words.ts'

test('[CLI15] every status has an exit code, and only an answer is 0', () => {
  expect(Object.keys(tellExits).toSorted()).toEqual(TellStatus.options.toSorted())
  expect(TellStatus.options.filter((status) => tellExits[status] === 0)).toEqual(['answered'])
})

test('[CLI18] every end has words, and each that can be mended a next step', () => {
  expect(Object.keys(nextSteps).toSorted()).toEqual(TurnEnding.options.toSorted())
  const final = TurnEnding.options.filter((how) => nextSteps[how] === undefined)
  expect(final).toEqual(['answered', 'deleted'])
})

test('[CLI18] ages and costs read as a person would say them', () => {
  expect([exactAge(1000, 1500), exactAge(0, 65_000)]).toEqual(['now', '1m 5s ago'])
  expect([null, 0, 0.001234, 0.01234, 12.5].map(cost)).toEqual(['', '$0.00', '$0.0012', '$0.01', '$12.50'])
})

test('[CLI18] a shortened text is one line of at most so many characters', () => {
  expect(oneLine(' a\n b ', 10)).toBe('a b')
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (text, most) => {
      const line = oneLine(text, most)
      expect(line.length).toBeLessThanOrEqual(most)
      expect(line).not.toContain('\n')
    }),
  )
})

test('[CLI18] a reason that was said just before is not said again with the next step', () => {
  expect(nextStep('No route.\n', 'No route. Check the network.')).toBe('Check the network.')
  expect(nextStep('', 'No route. Check the network.')).toBe('No route. Check the network.')
  expect(nextStep('No route.', 'No route.')).toBe('')
  expect(nextStep('No rou', 'No route.')).toBe('No route.')
  expect(nextStep('Not logged in', 'Not logged in. Sign in.')).toBe('Sign in.')
  expect(nextStep('Not logged in', 'Not logged in Sign in.')).toBe('Sign in.')
  expect(nextStep('Not logged in', 'Not logged in.')).toBe('')
  expect(nextStep('Not logged', 'Not logged.in')).toBe('Not logged.in')
})

test('[CLI51] what is wrong ends before its way out begins', () => {
  expect(asSentence('It was told: “more”')).toBe('It was told: “more”.')
  expect(asSentence('The agent died.')).toBe('The agent died.')
  expect(asSentence('It asks “Why?”')).toBe('It asks “Why?”')
})
