import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { Nothing, operation, people } from '../operation.ts'
import { plainConfig } from './plain.ts'

const maxBytes = 1024 * 1024
const Text = z.string().max(maxBytes)

/** One thing wrong in config.yaml, where it is and what was expected. */
const ConfigMistake = z.object({
  line: z.int(),
  column: z.int(),
  path: z.string(),
  message: z.string(),
})
export type ConfigMistake = z.infer<typeof ConfigMistake>

const Checked = {
  mistakes: z.array(ConfigMistake),
  notices: z
    .array(ConfigMistake)
    .describe('Keys that are accepted and have no effect, and why; empty while there are mistakes'),
  waiting: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('What would be in force only after a restart; empty while there are mistakes'),
}

/** config.yaml as a file; what is in force is in the status. */
export const configNoun = defineNoun(plainConfig, {
  ids: [],
  events: {
    'config.loaded': defineEvent(1, z.object({ path: z.string(), teams: z.array(z.string()) })),
    'config.refused': defineEvent(1, z.object({ path: z.string(), mistakes: z.array(z.string()) })),
  },
  operations: {
    readConfigFile: operation({
      summary: 'The text of config.yaml and what is wrong with it',
      input: Nothing,
      output: z.object({
        path: z.string(),
        text: z.string(),
        version: z.string().describe('Pass it when you save: somebody else may have changed the file'),
        ...Checked,
        hotReload: z.boolean().describe('Whether a saved file is in force at once'),
      }),
      for: people,
    }),
    checkConfigText: operation({
      summary: 'What would be wrong with this text as config.yaml',
      input: z.object({ text: Text }),
      output: z.object(Checked),
      for: people,
    }),
    saveConfigFile: operation({
      summary: 'Writes config.yaml, if it has no mistake and nobody else has changed it meanwhile',
      input: z.object({ text: Text, version: z.string().max(100) }),
      output: z.object({ version: z.string() }),
      for: people,
    }),
  },
})
