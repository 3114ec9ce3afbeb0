import { exitCodes, IrisError } from '../../../contract/plain.ts'
import { ruleDoors } from '../../../core/rules/index.ts'
import { harmlessJson, messageOf } from '../../../platform/lib/index.ts'
import type { CommandContext } from '../command.ts'
import { columns } from '../output.ts'

const maxInput = 64 * 1024 * 1024
const maxProblems = 10

/** Every rule with what it is for. */
export function listRules({ output }: CommandContext): number {
  const rules = ruleDoors.map(({ name, summary }) => ({ name, summary }))
  output.result({ rules }, () => {
    for (const line of columns(rules.map(({ name, summary }) => [name, summary]))) output.line(line)
    output.line()
    output.line('Try one: iris rules try <rule> < input.json')
  })
  return exitCodes.ok
}

/** What a rule makes of the JSON on stdin, as JSON; it needs no daemon. */
export async function tryRule({ output }: CommandContext, name: string): Promise<number> {
  const rule = ruleDoors.find((door) => door.name === name)
  if (!rule)
    throw new IrisError(
      'USAGE',
      `There is no rule ${JSON.stringify(name)}. There are ${ruleDoors.map((door) => door.name).join(', ')}.`,
    )
  const tried = rule.try(parsed(await readInput(process.stdin)))
  if (!tried.ok)
    throw new IrisError(
      'INPUT_INVALID',
      `This is no input for the rule ${name}. ${problemsOf(tried.problems)}`,
    )
  output.result(tried.decision, () => output.line(harmlessJson(tried.decision)))
  return exitCodes.ok
}

async function readInput(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY)
    throw new IrisError('INPUT_INVALID', 'The input is read as JSON from stdin, and there is none.')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxInput) throw new IrisError('INPUT_INVALID', 'The input is longer than 64 MiB.')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new IrisError('INPUT_INVALID', `The input is not JSON: ${messageOf(error)}.`, { cause: error })
  }
}

function problemsOf(problems: readonly string[]): string {
  const more = problems.length > maxProblems ? ` And ${problems.length - maxProblems} more.` : ''
  return `${problems.slice(0, maxProblems).join('; ')}.${more}`
}
