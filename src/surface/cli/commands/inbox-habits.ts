import { oneLine, exitCodes, IrisError, type CallInput } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

/** What is always allowed; with `remove`, no longer. */
export async function grants(context: CommandContext, options: { remove?: string }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  if (options.remove !== undefined) {
    const removed = await client.call('removeGrant', { grant: options.remove })
    output.result(removed, () => output.line(`${removed.team} will ask again: ${harmless(removed.allows)}`))
    return exitCodes.ok
  }
  const listed = await client.call('listGrants', {})
  output.result(listed, () => {
    if (listed.grants.length === 0) return output.line('Nothing is always allowed.')
    const heading = ['Grant', 'Team', 'Allows', 'By', 'Since', 'Used']
    const rows = listed.grants.map(({ grant, team, allows, by, createdAt, used }) => {
      return [grant, team, harmless(allows), harmless(by), age(createdAt), String(used)]
    })
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

/** Answers that Iris gives by itself; with `undo`, no longer. */
export async function learned(context: CommandContext, options: { undo?: string }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  if (options.undo !== undefined) {
    const forgotten = await client.call('forgetLearned', { key: options.undo })
    output.result(forgotten, () => output.line('Forgotten. You will be asked again.'))
    return exitCodes.ok
  }
  const listed = await client.call('listLearned', {})
  output.result(listed, () => {
    if (listed.learned.length === 0) return output.line('Nothing learned yet.')
    const heading = ['Key', 'Team', 'Question', 'Answer', 'You', 'Iris']
    const rows = listed.learned.map(({ key, team, text, answer, times, given }) => {
      const words = [harmless(oneLine(text, 60)), harmless(oneLine(answer, 40))]
      return [key, team, ...words, String(times), String(given)]
    })
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

/** Shows or sets where agents use their own judgment. */
export async function judgment(
  context: CommandContext,
  { state, team }: { state: string | undefined; team?: string },
): Promise<number> {
  const { output } = context
  if (state !== undefined && state !== 'on' && state !== 'off')
    throw new IrisError('USAGE', `Say on or off, not ${JSON.stringify(state)}.`)
  const client = await connectOrStart(context)
  const set = { on: state === 'on', ...(team ? { team } : {}) }
  const now = await (state === undefined ? client.call('getJudgment', {}) : client.call('setJudgment', set))
  output.result(now, () => {
    if (now.everywhere) return output.line('Agents use their own judgment everywhere.')
    const where = now.teams.length > 0 ? `in ${now.teams.join(', ')}` : 'nowhere: they ask you'
    output.line(`Agents use their own judgment ${where}.`)
  })
  return exitCodes.ok
}

/** Sends a notification to try. */
export async function testAlert(context: CommandContext, method: string | undefined): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  // The daemon checks the name and says which there are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const input = (method === undefined ? {} : { method }) as CallInput<'testAlert'>
  const { results } = await client.call('testAlert', input)
  output.result({ results }, () => {
    if (results.length === 0)
      return output.line('No notifications are switched on: see alertMethods in docs/guides/inbox.md.')
    for (const { method, ok, error } of results)
      output.line(
        ok
          ? `${output.paint('green', '✓')} ${method}`
          : `${output.paint('red', '✗')} ${method}: ${harmless(error ?? '')}`,
      )
  })
  return results.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.unexpected
}
