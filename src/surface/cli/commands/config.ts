import { existsSync } from 'node:fs'
import { exitCodes, IrisError } from '../../../contract/plain.ts'
import {
  changeConfigText,
  configJsonSchema,
  exampleConfig,
  formatMistakes,
  readConfig,
  readConfigText,
  type Environment,
  type Mistake,
  type Waiting,
} from '../../../platform/config/index.ts'
import { startProcess } from '../../../platform/process/index.ts'
import { findDaemon } from '../../connection/index.ts'
import type { CommandContext } from '../command.ts'
import { missingFolders } from '../missing-folders.ts'

/** Lists every mistake of config.yaml, or says that there is none. */
export async function checkConfig({ environment, output }: CommandContext): Promise<number> {
  const { configPath } = environment
  try {
    const config = readConfig(environment)
    const teams = [...config.teams.keys()]
    const { notices } = config
    const waiting = await waitingIn(environment)
    const missing = await missingFolders([...config.teams.values()])
    output.result({ ok: true, path: configPath, teams, mistakes: [], notices, missing, waiting }, () => {
      const found = existsSync(configPath) ? configPath : `${configPath} (not found; using defaults)`
      output.line(`${output.paint('green', '✓')} ${found}`)
      output.line(`  ${teams.length === 0 ? 'No teams yet.' : `Teams: ${teams.join(', ')}`}`)
      for (const { line, column, message } of notices)
        output.line(`${output.paint('yellow', '!')} line ${line}, column ${column}: ${message}`)
      for (const { team, path } of missing)
        output.line(`${output.paint('yellow', '!')} teams.${team}.path: the folder ${path} does not exist`)
      for (const { message } of waiting) output.line(`${output.paint('yellow', '!')} ${message}`)
      if (waiting.length > 0) output.line('  To restart: iris restart')
    })
    return exitCodes.ok
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'CONFIG_INVALID') throw error
    const mistakes = listedIn(error)
    output.result({ ok: false, path: configPath, mistakes }, () => {
      output.line(`${output.paint('red', '✗')} ${configPath}`)
      output.line(formatMistakes(mistakes))
    })
    return error.kind.exit
  }
}

/** What of the file a running daemon uses only after a restart. */
async function waitingIn({ home, configPath }: Environment): Promise<Waiting[]> {
  const running = await findDaemon(home)
  if (!running) return []
  return (await running.client.call('checkConfigText', { text: readConfigText(configPath) ?? '' })).waiting
}

function listedIn(error: IrisError): Mistake[] {
  const listed = error.details?.['mistakes']
  // CONFIG_INVALID carries its list of Mistake.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Array.isArray(listed) ? (listed as Mistake[]) : []
}

/** Opens config.yaml in the user's editor (made from the example if absent), then checks it. */
export async function editConfig(context: CommandContext): Promise<number> {
  const { configPath, variables } = context.environment
  const editor = variables['VISUAL'] || variables['EDITOR'] || 'vi'
  if (!existsSync(configPath)) await changeConfigText(context.environment, (text) => text ?? exampleConfig())
  const [command = 'vi', ...args] = editor.split(' ').filter(Boolean)
  const child = await startProcess({
    command,
    args: [...args, configPath],
    cwd: process.cwd(),
    env: variables,
    stdio: 'inherit',
  })
  const { code } = await child.exited
  if (code !== 0)
    throw new IrisError('USAGE', `The editor ${command} ended with code ${code}; nothing was checked.`)
  return checkConfig(context)
}

/** The JSON Schema of config.yaml, for editors. */
export function printSchema({ output }: CommandContext): number {
  const schema = configJsonSchema()
  output.result(schema, () => output.line(JSON.stringify(schema, undefined, 2)))
  return exitCodes.ok
}
