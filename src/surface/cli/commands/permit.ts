import { exitCodes, type Permission } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { columns, harmless } from '../output.ts'
import { age, oneLine } from '../words.ts'

/** What agents wait for you to allow. */
export async function listPermissions(context: CommandContext, options: { all?: boolean }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { permissions } = await client.call('listPermissions', { state: options.all ? 'all' : 'open' })
  output.result({ permissions }, () => {
    if (permissions.length === 0)
      return output.line(options.all ? 'No agent has asked yet.' : 'No agent waits for a permission.')
    const heading = ['Ask', 'Team', 'For', 'Wants', 'Asked', 'State']
    const rows = permissions.map((permission) => [
      permission.ask,
      permission.team,
      permission.from,
      harmless(wantsOf(permission)),
      age(permission.askedAt),
      permission.answeredBy ? harmless(`${permission.state} by ${permission.answeredBy}`) : permission.state,
    ])
    for (const line of columns([heading.map((text) => output.paint('dim', text)), ...rows])) output.line(line)
    if (!options.all) output.line('\nAnswer with: iris permit allow <ask>, or: iris permit deny <ask>')
  })
  return exitCodes.ok
}

function wantsOf({ tool, input }: Permission): string {
  const detail = input['command'] ?? input['file_path'] ?? input['url'] ?? input
  return `${tool}: ${oneLine(typeof detail === 'string' ? detail : JSON.stringify(detail), 70)}`
}

/** Allows or denies one ask; the first answer counts. */
export async function answerPermission(
  context: CommandContext,
  answer: { ask: string; allow: boolean; message?: string },
): Promise<number> {
  const { output } = context
  const { ask, allow, message } = answer
  const client = await connectOrStart(context)
  const answered = await client.call('answerPermission', { ask, allow, ...(message ? { message } : {}) })
  output.result(answered, () =>
    output.line(`${allow ? 'Allowed' : 'Denied'} ${answered.team}: ${harmless(wantsOf(answered))}`),
  )
  return exitCodes.ok
}
