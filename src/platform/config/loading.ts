import { readFileSync, statSync } from 'node:fs'
import { IrisError } from '../../contract/index.ts'
import { messageOf, systemCode } from '../lib/index.ts'
import { compileConfig, type CompiledConfig } from './compilation.ts'
import type { Environment } from './environment.ts'
import { mistakesFromIssues } from './issues.ts'
import { plainJsonSchema } from './json-schema.ts'
import { describeMistake, inOrder, type Mistake } from './mistake.ts'
import { noticesIn } from './notices.ts'
import { mistakesAgainstRules } from './rules.ts'
import { userConfig } from './sections/config.ts'
import { readSource } from './source.ts'

const largestFile = 1024 * 1024
const maxMistakes = 200

/** Reads `config.yaml` of the Iris home; without the file every value has its default and there are no teams. */
export function readConfig(environment: Environment): CompiledConfig {
  return parseConfig(readConfigText(environment.configPath) ?? '', environment)
}

/** Checks the text of a config.yaml; throws CONFIG_INVALID with every mistake in it. */
export function parseConfig(text: string, environment: Environment): CompiledConfig {
  const source = readSource(text, environment.variables)
  if (source.value === undefined && source.mistakes.length > 0) throw invalid(source.mistakes, environment)
  const checked = userConfig.safeParse(source.value ?? {})
  const mistakes = [
    ...source.mistakes,
    ...(checked.success ? [] : mistakesFromIssues(checked.error.issues, source, plainJsonSchema())),
    ...mistakesAgainstRules(source),
  ]
  if (!checked.success || mistakes.length > 0) throw invalid(mistakes, environment)
  return compileConfig(checked.data, environment, noticesIn(source))
}

/** The text of the file, or undefined when there is none. */
export function readConfigText(path: string): string | undefined {
  try {
    const found = statSync(path)
    // A pipe would be waited for, and with it everything else.
    if (!found.isFile()) throw unreadable(path, 'it is no regular file')
    const { size } = found
    if (size > largestFile) throw unreadable(path, `it has ${size} bytes; the most is ${largestFile}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof IrisError) throw error
    const code = systemCode(error)
    if (code === 'ENOENT') return undefined
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw unreadable(path, 'it is not UTF-8 text')
    throw unreadable(path, messageOf(error), error)
  }
}

function invalid(mistakes: readonly Mistake[], { configPath }: Environment): IrisError {
  const listed = withoutEchoes(inOrder(mistakes)).slice(0, maxMistakes)
  const [first] = listed
  const count = listed.length === 1 ? '1 mistake' : `${listed.length} mistakes`
  const start = first ? ` The first: ${describeMistake(first)}.` : ''
  return new IrisError('CONFIG_INVALID', `${configPath} has ${count}.${start}`, {
    details: { path: configPath, mistakes: listed },
  })
}

/** A variable that could not be filled in is also missing to the schema; once is enough. */
function withoutEchoes(mistakes: readonly Mistake[]): Mistake[] {
  const seen = new Set<string>()
  return mistakes.filter(({ line, column, path }) => {
    const key = `${line}:${column}:${path}`
    return !seen.has(key) && seen.add(key)
  })
}

function unreadable(path: string, why: string, cause?: unknown): IrisError {
  return new IrisError('CONFIG_UNREADABLE', `${path} cannot be read: ${why}.`, { cause, details: { path } })
}
