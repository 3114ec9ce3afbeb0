import type { Check, CheckStep, CommandPurpose, ValidationIssue } from '../../../contract/index.ts'
import { testsRun } from '../../../core/rules/index.ts'
import type { CheckReport } from '../../../platform/config/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { ValidationContext } from './context.ts'
import { percentInLine, readCoverage } from './reports/coverage.ts'
import { readVulnerabilities, type Vulnerability } from './reports/vulnerabilities.ts'
import type { ValidationResult } from './rows.ts'

const largestReport = 16 * 1024 * 1024
const mostPrinted = 4 * 1024 * 1024
const slice = 256 * 1024
const maxIssues = 100
const shownOutput = 1500

/** A check that has ended, and what is known of its commands. */
export interface EndedCheck {
  check: Check
  reports: readonly CheckReport[]
  /** How each report looked before the check, so that an old one is not read as one of this run. */
  before: ReadonlyMap<string, string | undefined>
  threshold: number | null
}

type Coverage = ValidationResult['coverage']
type NewIssue = Omit<ValidationIssue, 'number' | 'decision'>

/** How the reports look that commands are to write. */
export async function marksOf(
  { projects }: Pick<ValidationContext, 'projects'>,
  folder: string,
  reports: readonly CheckReport[],
): Promise<Map<string, string | undefined>> {
  const marks = new Map<string, string | undefined>()
  for (const { file } of reports)
    if (file !== undefined) marks.set(file, (await projects.look(folder, file))?.mark)
  return marks
}

/** What a check says: by exit statuses, outputs and declared reports alone. */
export async function readResult(context: ValidationContext, ended: EndedCheck): Promise<ValidationResult> {
  const { check, reports } = ended
  const notes: string[] = []
  const [issues, ofPurpose] = [new Array<NewIssue>(), new Map<CommandPurpose, CheckStep[]>()]
  let coverage: Coverage = null
  for (const [place, step] of check.steps.entries()) {
    const report = reports.find(({ command }) => command === step.command)
    const purpose = report?.of ?? 'other'
    ofPurpose.set(purpose, [...(ofPurpose.get(purpose) ?? []), step])
    if (!report || !hasEnded(step)) {
      issues.push(...failureOf(step, report))
      continue
    }
    if (purpose === 'coverage')
      coverage = (await coverageOf(context, ended, { report, step, notes })) ?? coverage
    const unsafe = await unsafeIn(context, ended, { report, place, notes })
    issues.push(...(unsafe.length > 0 ? unsafe : failureOf(step, report)))
  }
  issues.push(...findingsOf(context, check))
  if (issues.length > maxIssues)
    notes.push(`${issues.length} issues were found; the first ${maxIssues} are kept.`)
  return {
    tests: testsIn(ofPurpose),
    coverage,
    lint: verdictOn(ofPurpose.get('lint')),
    security: issues.some(({ kind }) => kind === 'security')
      ? 'failed'
      : verdictOn(ofPurpose.get('security')),
    issues: issues
      .slice(0, maxIssues)
      .map((issue, place) => ({ ...issue, number: place + 1, decision: null })),
    notes,
  }
}

const hasEnded = ({ state }: CheckStep): boolean => state === 'passed' || state === 'failed'

function failureOf(step: CheckStep, report: CheckReport | undefined): NewIssue[] {
  if (step.state !== 'failed') return []
  const kind = report?.of ?? 'other'
  const printed = `${step.head}${step.tail === '' ? '' : `\n…\n${step.tail}`}`.trimEnd().slice(-shownOutput)
  return [
    {
      kind,
      severity: report?.severity ?? (kind === 'lint' ? 'warning' : 'critical'),
      title: `\`${step.command}\` did not pass`,
      details: [step.words ?? '', printed].filter((part) => part !== '').join('\n'),
      file: null,
      line: null,
      command: step.command,
    },
  ]
}

/** Findings that nobody accepted hold a pass back, so each is an issue. */
function findingsOf({ checks }: ValidationContext, { check, openFindings }: Check): NewIssue[] {
  if (openFindings === 0) return []
  const { findings } = checks.findings({ check, after: 0, limit: maxIssues })
  return findings
    .filter(({ acceptedBy }) => acceptedBy === null)
    .map(({ words, path, line, kind }) => ({
      kind: 'finding',
      severity: 'critical',
      title: words,
      details: kind.replaceAll('_', ' '),
      file: path,
      line,
      command: null,
    }))
}

function verdictOn(steps: readonly CheckStep[] | undefined): 'passed' | 'failed' | null {
  if (!steps || !steps.some(hasEnded)) return null
  return steps.every(({ state }) => state === 'passed') ? 'passed' : 'failed'
}

/** By what is said to run tests; a command for coverage mostly runs the same ones again. */
function testsIn(ofPurpose: ReadonlyMap<CommandPurpose, readonly CheckStep[]>): number | null {
  const steps = (['tests', 'coverage', 'other'] as const).map((purpose) => ofPurpose.get(purpose) ?? [])
  const counts = (steps.find((some) => some.length > 0) ?? [])
    .map(({ head, tail }) => testsRun(`${head}\n${tail}`))
    .filter((count) => count !== undefined)
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

async function coverageOf(
  context: ValidationContext,
  ended: EndedCheck,
  of: { report: CheckReport; step: CheckStep; notes: string[] },
): Promise<Coverage | undefined> {
  const { line } = of.report
  return line === undefined ? coverageInFile(context, ended, of) : coverageInLine(ended, { ...of, line })
}

function coverageInLine(
  { threshold }: EndedCheck,
  { line, step, notes }: { line: string; step: CheckStep; notes: string[] },
): Coverage | undefined {
  const { command } = step
  const percent = percentInLine(`${step.head}\n${step.tail}`, line)
  if (percent !== undefined) return { percent, threshold, from: command, uncovered: [] }
  notes.push(`\`${command}\` printed no line such as “${line}”.`)
  return undefined
}

async function coverageInFile(
  context: ValidationContext,
  { check: { folder }, before, threshold }: EndedCheck,
  { report: { as, file }, notes }: { report: CheckReport; notes: string[] },
): Promise<Coverage | undefined> {
  if (file === undefined || as === undefined || as === 'sarif' || as === 'npm-audit') return undefined
  const text = await reportText(context, { folder, file, before }, notes)
  if (text === undefined) return undefined
  const figures = readCoverage(as, text)
  if (!figures) notes.push(`${file} is no report in the format ${as}.`)
  const uncovered = figures?.uncovered.map((one) => ({ ...one, path: inside(folder, one.path) })) ?? []
  return figures && { percent: figures.percent, threshold, from: file, uncovered }
}

const inside = (folder: string, path: string): string =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

async function unsafeIn(
  context: ValidationContext,
  { check, before }: EndedCheck,
  { report, place, notes }: { report: CheckReport; place: number; notes: string[] },
): Promise<NewIssue[]> {
  const { as, file, command } = report
  if (as !== 'sarif' && as !== 'npm-audit') return []
  const text =
    file === undefined
      ? await printedBy(context, check, place + 1)
      : await reportText(context, { folder: check.folder, file, before }, notes)
  if (text === undefined) return []
  const found = readVulnerabilities(as, text)
  if (!found) notes.push(`${file ?? `What \`${command}\` printed`} is no report in the format ${as}.`)
  return (found ?? []).map((one: Vulnerability) => ({ ...one, kind: 'security', command }))
}

/** What a command printed, up to a bound. */
async function printedBy({ checks }: ValidationContext, { check }: Check, step: number): Promise<string> {
  let text = ''
  for (let after = 0; text.length < mostPrinted;) {
    const read = await checks.output({ check, step, after, limit: slice })
    text += read.text
    after = read.next
    if (read.isEnd || read.text === '') break
  }
  return text
}

/** The text of a report, if this run wrote it. */
async function reportText(
  { projects }: ValidationContext,
  { folder, file, before }: { folder: string; file: string; before: EndedCheck['before'] },
  notes: string[],
): Promise<string | undefined> {
  const mark = (await projects.look(folder, file))?.mark
  if (mark === undefined || mark === before.get(file)) {
    notes.push(`${file} was not written by this run.`)
    return undefined
  }
  try {
    return await projects.read(folder, file, largestReport)
  } catch (error) {
    notes.push(messageOf(error))
    return undefined
  }
}
