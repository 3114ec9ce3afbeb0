import {
  decidePolicy,
  policyDefaults,
  type FailureClass,
  type Policy,
  type PolicySettings,
} from '../policy.ts'
import type { Finding, Form, Reader } from './finding.ts'
import { rust } from './readers/compilers.ts'
import { git } from './readers/git.ts'
import { gradle, java } from './readers/jvm.ts'
import { c, golang } from './readers/native.ts'
import { node } from './readers/node.ts'
import { npm } from './readers/npm.ts'
import { pytest, python, pythonTools } from './readers/python.ts'
import { perl, php, ruby, tcl } from './readers/scripts.ts'
import { shell } from './readers/shell.ts'
import { sqlClients, sqlite } from './readers/sqlite.ts'
import { jest, mocha, tap, vitest } from './readers/test-runners.ts'
import { typescript } from './readers/typescript.ts'
import { bundlers, linters } from './readers/web.ts'
import { linesOf, namesOf, unwrapped } from './text.ts'

/** How a command ended and what it printed. */
export interface CommandRun {
  tool: string
  command: string
  exitCode: number | null
  signal: string | null
  timedOut: boolean
  stdout: string
  stderr: string
  attempts: number
}

/** What went wrong, why Iris thinks so, what follows, and the words it goes by. */
export type FailureRuling = {
  class: FailureClass
  why: string
  evidence: string
  package?: string
} & Policy

const readers: readonly Reader[] = [
  typescript,
  vitest,
  jest,
  tap,
  mocha,
  node,
  npm,
  git,
  sqlite,
  sqlClients,
  pytest,
  python,
  pythonTools,
  rust,
  java,
  gradle,
  golang,
  c,
  linters,
  php,
  ruby,
  perl,
  tcl,
  bundlers,
  shell,
]
const runtimes: readonly Reader[] = [node, npm, shell]

/** Why a command failed, by the first diagnostic of the tools that ran; text never turns exit 0 into a failure. */
export function judgeFailure(run: CommandRun, settings: PolicySettings = policyDefaults): FailureRuling {
  const { finding, evidence } = classify(run)
  const { class: failure, why, package: missing } = finding
  const policy: Policy = finding.isNowhere
    ? { action: 'ESCALATE' }
    : decidePolicy({ class: failure, attempts: run.attempts, package: missing }, settings)
  return { class: failure, ...policy, why, evidence, ...(missing !== undefined && { package: missing }) }
}

interface Evident {
  finding: Finding
  evidence: string
}

function classify(run: CommandRun): Evident {
  return (
    byEnding(run) ??
    byDiagnostics(run) ??
    bySignal(run) ??
    evident('UNKNOWN', 'Nothing it printed is known to say why.', '')
  )
}

/** What the end of the process alone decides. */
function byEnding(run: CommandRun): Evident | undefined {
  const { timedOut, exitCode, signal } = run
  if (timedOut) return evident('TIMEOUT', tooLong, signal ?? '')
  if (exitCode === 0 && signal === null) return evident('NONE', 'It exited with 0.', 'exit 0')
  if (exitCode === 124 && /^(?:\S*\/)?g?timeout\s/.test(run.command.trim()))
    return evident('TIMEOUT', tooLong, 'exit 124')
  if (exitCode === 127) return evident('ENVIRONMENT', 'A program is not there.', refusalIn(run))
  if (exitCode === 126) return evident('ENVIRONMENT', 'A program may not be run.', refusalIn(run))
  if (signal === 'SIGKILL' || exitCode === 137)
    return evident(
      'RESOURCE',
      'It was killed from outside, most often for want of memory.',
      signal ?? 'exit 137',
    )
  return undefined
}

const tooLong = 'It was ended because it took too long.'

function refusalIn({ stderr, stdout, exitCode }: CommandRun): string {
  const line = /^.*(?:not found|Permission denied|No such file or directory)$/m.exec(`${stderr}\n${stdout}`)
  return line?.[0] ?? `exit ${exitCode}`
}

function bySignal({ signal }: CommandRun): Evident | undefined {
  return signal === null ? undefined : evident('UNKNOWN', `It was ended by ${signal}.`, signal)
}

/** The tools that ran come first, then what they run on, then every tool, because one may have started another. */
function byDiagnostics(run: CommandRun): Evident | undefined {
  const text = linesOf(`${run.stdout}\n${run.stderr}`)
  const texts = [text, unwrapped(text)]
  const names = namesOf(run.tool, run.command, text)
  const isOwn = ({ names: own }: Reader): boolean => own.some((name) => names.has(name))
  const own = readers.filter(isOwn)
  const others = readers.filter((reader) => isOwn(reader) || !reader.isOnlyOwn)
  for (const some of [own, runtimes, others])
    for (const one of texts) {
      const found = firstOf(
        some.flatMap(({ forms }) => forms),
        one,
      )
      if (found) return found
    }
  return firstOf(
    [...own, ...others].flatMap(({ summaries = [] }) => summaries),
    text,
  )
}

/** The diagnostic that comes first in the text; where two begin at one place, the one of the reader named first. */
function firstOf(forms: readonly Form[], text: string): Evident | undefined {
  let first: (Evident & { at: number }) | undefined
  for (const { find, says } of forms)
    for (const match of text.matchAll(find)) {
      if (first && match.index >= first.at) break
      const finding = says(match)
      if (!finding) continue
      first = { finding, evidence: shortened(match[0]), at: match.index }
      break
    }
  return first && { finding: first.finding, evidence: first.evidence }
}

function shortened(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => /\w/.test(line))
    .slice(0, 2)
    .join('\n')
    .trim()
  return lines.length > 300 ? `${lines.slice(0, 300)}…` : lines
}

function evident(failure: FailureClass, why: string, evidence: string): Evident {
  return { finding: { class: failure, why }, evidence }
}
