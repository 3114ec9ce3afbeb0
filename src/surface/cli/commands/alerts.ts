import { exitCodes } from '../../../contract/plain.ts'
import { alertHeadline, stateOfAlert, stateOfConcern } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmlessInLine } from '../output.ts'
import { age } from '../words.ts'

/** Open alerts, and how the parts of Iris are. */
export async function listAlerts(context: CommandContext, { all }: { all?: boolean }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const [{ alerts }, watch, { concerns }] = await Promise.all([
    client.call('listAlerts', { state: all ? 'all' : 'open' }),
    client.call('readWatch', {}),
    client.call('listConcerns', { state: all ? 'all' : 'open', limit: 200 }),
  ])
  const decided = new Map(concerns.map((concern) => [concern.subject, concern]))
  output.result({ alerts, watch, concerns }, () => {
    const open = alerts.filter(({ clearedAt }) => clearedAt === null)
    output.line(output.paint('bold', alertHeadline(open, watch)))
    for (const alert of alerts) {
      const known = alert.acknowledgedAt === null ? '' : ` (${alert.acknowledgedBy ?? ''} knows of it)`
      const over = alert.clearedAt === null ? '' : ' (cleared)'
      output.line(`${alert.alert}  ${stateOfAlert(alert).words}, ${age(alert.openedAt)}${known}${over}`)
      output.line(`  ${harmlessInLine(alert.words)} ${harmlessInLine(alert.advice)}`)
      const concern = decided.get(alert.alert)
      if (concern) output.line(`  Iris ${stateOfConcern(concern).words}: ${harmlessInLine(concern.why)}`)
    }
    for (const { component, isUp, words } of watch.components)
      output.line(`${isUp ? output.paint('green', '✓') : output.paint('red', '✗')} ${component}: ${words}`)
  })
  return exitCodes.ok
}

/** Silences an alert. */
export async function acknowledge(context: CommandContext, alert: string): Promise<number> {
  const client = await connectOrStart(context)
  const known = await client.call('acknowledgeAlert', { alert })
  context.output.result(known, () =>
    context.output.line('Nobody is told of it any more. It stays open until the watch finds it no longer.'),
  )
  return exitCodes.ok
}
