import { counted, type Validation, type ValidationIssue, type ValidationState } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

const words: Readonly<Record<ValidationState, string>> = {
  waiting: 'waiting',
  asked: 'waits for you to say how thoroughly',
  checking: 'checking',
  passed: 'passed',
  held: 'held: look at what was found',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}
const tones: Readonly<Partial<Record<ValidationState, Tone>>> = {
  asked: 'needs',
  checking: 'work',
  passed: 'good',
  held: 'needs',
  failed: 'bad',
  interrupted: 'bad',
}

/** Where a validation is, in words and in colour. */
export function stateOfValidation({ state }: Pick<Validation, 'state'>): { words: string; tone: Tone } {
  return { words: words[state], tone: tones[state] ?? 'quiet' }
}

/** Whether it goes on by itself. */
export function isValidating({ state }: Pick<Validation, 'state'>): boolean {
  return state === 'waiting' || state === 'checking'
}

/** Whether it has not ended yet. */
export function isOpenValidation(one: Pick<Validation, 'state'>): boolean {
  return isValidating(one) || one.state === 'asked'
}

/** What its commands said, a phrase for each; what none of them said is said to be unknown. */
export function validationFigures({ tests, coverage, lint, security }: Validation): string[] {
  const wanted = coverage?.threshold == null ? '' : `, ${coverage.threshold} % wanted`
  return [
    tests === null ? 'tests not counted' : counted(tests, 'test'),
    coverage === null ? 'coverage not measured' : `coverage ${coverage.percent} %${wanted}`,
    `lint ${lint ?? 'not run'}`,
    `security ${security ?? 'not run'}`,
  ]
}

/** Where an issue is, as far as that is known. */
export function issuePlace({ file, line }: Pick<ValidationIssue, 'file' | 'line'>): string | null {
  return file === null || line === null ? file : `${file}:${line}`
}

/** What became of an issue. */
export function issueFate({ decision }: Pick<ValidationIssue, 'decision'>): string | null {
  if (decision === null) return null
  const { what, by, task } = decision
  if (what === 'task') return `task ${task ?? ''}`
  return { accepted: `risk accepted by ${by}`, by_hand: `${by} looks after it`, left: `left by ${by}` }[what]
}
