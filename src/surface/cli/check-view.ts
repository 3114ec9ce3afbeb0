import {
  bytes,
  duration,
  exitCodes,
  type Check,
  type CheckState,
  type CheckStep,
  type Finding,
} from '../../contract/plain.ts'
import type { CommandContext } from './command.ts'
import { columns, harmless, harmlessInLine, type Output } from './output.ts'

const maxLines = 15

/** The exit code for a check: 0 only when it passed. */
export const checkExits: Readonly<Record<CheckState, number>> = {
  passed: exitCodes.ok,
  queued: exitCodes.ok,
  running: exitCodes.ok,
  by_hand: exitCodes.conflict,
  held: exitCodes.conflict,
  failed: exitCodes.unexpected,
  cancelled: exitCodes.conflict,
  interrupted: exitCodes.unexpected,
}

/** Shows a check with what it printed first and last, where the whole is, and what was found. */
export function showCheckIn({ output }: CommandContext, check: Check, findings: readonly Finding[]): number {
  output.result({ ...check, found: findings }, () => {
    showHead(output, check)
    for (const step of check.steps) showStep(output, step)
    showFindings(output, check, findings)
  })
  return exitCodes.ok
}

function showHead(output: Output, check: Check): void {
  output.line(`${output.paint('bold', check.check)}  ${painted(output, check.state)}`)
  if (check.words) output.line(harmless(check.words))
  output.line()
  const rows = [
    ['of', check.key ?? check.team],
    ['folder', check.folder],
    ...(check.level ? [['level', check.level]] : []),
    ...(check.base ? [['compared with', check.base.slice(0, 12)]] : []),
    ...(check.failure ? [['failure', check.failure]] : []),
    ...(check.manual ? [['by you', check.manual]] : []),
    ...(check.tickedBy ? [['ticked by', check.tickedBy]] : []),
  ]
  for (const line of columns(rows)) output.line(harmlessInLine(line))
}

function painted(output: Output, state: CheckState): string {
  const colour =
    state === 'passed' ? 'green' : state === 'failed' || state === 'interrupted' ? 'red' : 'yellow'
  return output.paint(colour, state.replace('_', ' '))
}

function showStep(output: Output, step: CheckStep): void {
  const { command, state, durationMs, words } = step
  const took = durationMs === null ? '' : `  ${duration(durationMs)}`
  output.line(`\n${output.paint('bold', '$')} ${harmless(command)}  ${output.paint('dim', state + took)}`)
  const head = step.head.split('\n')
  const lines =
    step.tail === '' ? head : [...head.slice(0, maxLines), '…', ...step.tail.split('\n').slice(-maxLines)]
  const shown =
    lines.length > maxLines * 2 + 1 ? [...lines.slice(0, maxLines), '…', ...lines.slice(-maxLines)] : lines
  for (const line of trimmed(shown)) output.line(`  ${harmless(line)}`)
  if (words) output.line(output.paint('red', `  ${harmless(words)}`))
  if (step.file && step.bytes > 0)
    output.line(output.paint('dim', `  ${wholeWords(step)}: ${harmless(step.file)}`))
}

function wholeWords({ bytes: printed, keptBytes }: CheckStep): string {
  const kept = keptBytes < printed ? `, of which ${bytes(keptBytes)} are kept` : ''
  return `All ${bytes(printed)} of it${kept}`
}

const trimmed = (lines: readonly string[]): readonly string[] =>
  lines.at(-1) === '' ? lines.slice(0, -1) : lines

function showFindings(output: Output, check: Check, findings: readonly Finding[]): void {
  if (findings.length === 0) return
  output.line('\nFound in the change:')
  for (const { number, path, line, words, acceptedBy, note } of findings) {
    const place = path === null ? '' : `${path}${line === null ? '' : `:${line}`}  `
    const yes =
      acceptedBy === null ? '' : output.paint('dim', `  accepted by ${acceptedBy}${note ? `: ${note}` : ''}`)
    output.line(`  ${String(number).padStart(2)}  ${harmlessInLine(place + words + yes)}`)
  }
  if (check.openFindings > 0)
    output.note(`\nIf that is right: iris checks accept ${check.check} --all -m "why"`)
}
