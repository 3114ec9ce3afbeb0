import type { ValidationIssue } from '../../../contract/index.ts'
import type { Moment } from './asking.ts'
import type { ValidationRow } from './rows.ts'

const maxListed = 10

/** What is to be asked or told when a validation has ended. */
export function momentsOf({ outcome, result, level }: ValidationRow): Moment[] {
  const { issues, coverage } = result
  const unsafe = issues.filter(({ kind }) => kind === 'security')
  const others = issues.filter(({ kind }) => kind !== 'security')
  return [
    ...(unsafe.length > 0 ? [securityMoment(unsafe)] : []),
    ...(others.length > 0 ? [failuresMoment(others)] : []),
    ...(coverage && coverage.threshold !== null ? [coverageMoment(coverage, coverage.threshold)] : []),
    ...(outcome === 'passed' ? [passedMoment(result, level ?? '')] : []),
  ]
}

function securityMoment(unsafe: readonly ValidationIssue[]): Moment {
  const worst = unsafe.find(({ severity }) => severity === 'critical') ?? unsafe[0]
  const others = unsafe.filter((one) => one !== worst)
  return {
    event: 'security_vulnerability',
    issues: unsafe.map(({ number }) => number),
    facts: {
      vuln_type: worst?.title ?? '',
      severity: worst?.severity ?? '',
      place: worst ? placeOf(worst) : '',
      description: worst?.details ?? '',
      others: others.length === 0 ? 'Nothing else was found.' : `Also found:\n${listed(others)}`,
      risk_description: worst?.details ?? '',
    },
  }
}

function failuresMoment(issues: readonly ValidationIssue[]): Moment {
  const of = (severity: ValidationIssue['severity']): ValidationIssue[] =>
    issues.filter((issue) => issue.severity === severity)
  return {
    event: 'multiple_failures',
    issues: issues.map(({ number }) => number),
    facts: {
      count: issues.length,
      critical_count: of('critical').length,
      critical_list: listed(of('critical')),
      warning_count: of('warning').length,
      warning_list: listed(of('warning')),
    },
  }
}

function coverageMoment(
  { percent, uncovered }: NonNullable<ValidationRow['result']['coverage']>,
  threshold: number,
): Moment {
  const files = uncovered.map(({ path, percent: own }) => `- ${path}: ${own} %`).join('\n')
  return {
    event: 'coverage_below_threshold',
    facts: { coverage: percent, threshold, uncovered_list: files || '- The report names no files.' },
  }
}

function passedMoment({ tests, coverage, lint, security }: ValidationRow['result'], level: string): Moment {
  return {
    event: 'validation_passed',
    facts: {
      level,
      test_count: tests ?? 'not counted',
      coverage: coverage === null ? 'not measured' : `${coverage.percent} %`,
      lint_status: lint ?? 'not run',
      security_status: security ?? 'not run',
    },
  }
}

/** One issue, for a person who decides on each. */
export function issueMoment(issue: ValidationIssue): Moment {
  const { number, title, severity, details } = issue
  return {
    event: 'issue_to_decide',
    issues: [number],
    facts: { task: `issue ${number}`, number, title, severity, place: placeOf(issue), details },
  }
}

export function placeOf({ file, line, command }: ValidationIssue): string {
  if (file !== null) return line === null ? file : `${file}:${line}`
  return command === null ? 'nowhere in particular' : `what \`${command}\` printed`
}

function listed(issues: readonly ValidationIssue[]): string {
  const shown = issues.slice(0, maxListed).map(({ number, title }) => `- ${number}: ${title}`)
  if (issues.length > maxListed) shown.push(`- and ${issues.length - maxListed} more`)
  return shown.join('\n') || '- none'
}
