import { createHash } from 'node:crypto'
import { IrisError, type CallOutput, type configCalls, type ConfigMistake } from '../contract/index.ts'
import {
  changeConfigText,
  describeMistake,
  parseConfig,
  readConfigText,
  type Environment,
  type Mistake,
} from '../platform/config/index.ts'
import type { Handlers } from '../surface/http/index.ts'
import type { LiveConfig } from './config.ts'

/** The handlers of the calls in `configCalls`. */
export type ConfigHandlers = Pick<Handlers, keyof typeof configCalls>

/** What the calls about the file config.yaml do. */
export function createConfigHandlers(deps: { environment: Environment; config: LiveConfig }): ConfigHandlers {
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

function checked(
  text: string,
  { environment, config }: { environment: Environment; config: LiveConfig },
): CallOutput<'checkConfigText'> {
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
