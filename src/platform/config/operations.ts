import { createHash } from 'node:crypto'
import {
  IrisError,
  type CallOutput,
  type ConfigMistake,
  type configNoun,
  type OperationsOf,
} from '../../contract/index.ts'
import type { CompiledConfig } from './compilation.ts'
import type { Environment } from './environment.ts'
import { parseConfig, readConfigText } from './loading.ts'
import { describeMistake, type Mistake } from './mistake.ts'
import type { Waiting } from './restart.ts'
import { changeConfigText } from './writing.ts'

interface ConfigDeps {
  environment: Environment
  /** What is in force, and what of another configuration would have to wait for a restart. */
  config: { current(): CompiledConfig; waiting(wanted: CompiledConfig): readonly Waiting[] }
}

/** What the operations on the file config.yaml do. */
export function configOperations(deps: ConfigDeps): OperationsOf<typeof configNoun> {
  const { environment, config } = deps
  const path = environment.configPath
  const read = (): string => readConfigText(path) ?? ''
  const check = (text: string): CallOutput<'checkConfigText'> => checked(text, deps)
  return {
    readConfigFile() {
      const text = read()
      const { hotReloadConfig } = config.current().settings
      const found = check(text)
      return { path, text, version: versionOf(text), ...found, hotReload: hotReloadConfig }
    },
    checkConfigText: ({ text }) => check(text),
    async saveConfigFile({ text, version }) {
      await changeConfigText(environment, (current = '') => {
        if (versionOf(current) !== version)
          throw new IrisError('CONFIG_CHANGED', 'config.yaml was changed since you read it.')
        // Throws with every mistake; a file with one is never written.
        parseConfig(text, environment)
        return text
      })
      return { version: versionOf(text) }
    },
  }
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24)
}

function checked(text: string, { environment, config }: ConfigDeps): CallOutput<'checkConfigText'> {
  try {
    const wanted = parseConfig(text, environment)
    return { mistakes: [], notices: [...wanted.notices], waiting: [...config.waiting(wanted)] }
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'CONFIG_INVALID') throw error
    const listed = error.details?.['mistakes']
    // CONFIG_INVALID carries the list of Mistake.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const mistakes = Array.isArray(listed) ? (listed as Mistake[]) : []
    return { mistakes: mistakes.map(told), notices: [], waiting: [] }
  }
}

function told(mistake: Mistake): ConfigMistake {
  const { line, column, path } = mistake
  return { line, column, path, message: describeMistake(mistake) }
}
