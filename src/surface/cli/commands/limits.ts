import { bytes, duration, exitCodes, type Limits } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { columns, harmless } from '../output.ts'
import { cost } from '../words.ts'

/** What holds agents back or soon will. */
export async function showLimits(context: CommandContext): Promise<number> {
  const { output } = context
  const limits = await (await connectOrStart(context)).call('readLimits', {})
  output.result(limits, () => {
    for (const line of columns(rowsOf(limits, Date.now()))) output.line(harmless(line))
    if (limits.quotaUntil !== null)
      output.line('\nWhat is waiting continues then. To continue now: iris limits lift')
  })
  return exitCodes.ok
}

function rowsOf({ quotaUntil, budgets, disk, missing }: Limits, now: number): string[][] {
  return [
    ['Account', quotaUntil === null ? 'not at its limit' : `at its limit ${untilWords(quotaUntil, now)}`],
    ...budgets.map(({ team, span, limitUsd, spentUsd }) => [
      'Budget',
      `${team ?? 'all teams'}: ${cost(spentUsd)} of ${cost(limitUsd)}${span === 'day' ? ' today' : ''}`,
    ]),
    ['Disk', disk === null ? 'not known' : `${bytes(disk.free)} free of ${bytes(disk.size)}`],
    ...missing.map(({ team, what, path }) => ['Missing', `${team}: its ${what} ${path}`]),
  ]
}

function untilWords(until: number, now: number): string {
  // Wall time: only shown.
  return `until ${new Date(until).toTimeString().slice(0, 5)}, for another ${duration(Math.max(0, until - now))}`
}

/** Ends the hold of the account's limit before its time, once somebody is sure. */
export async function liftQuota(context: CommandContext, { yes }: { yes?: boolean }): Promise<number> {
  const { output } = context
  const kept =
    'Everything that is waiting continues at once. If the account is still at its limit, it pauses again.'
  if (!yes && !(await isSure(context, { deed: 'lift the account limit', kept }))) {
    output.result({ until: null, lifted: false }, () => output.line('Nothing was changed.'))
    return exitCodes.ok
  }
  const { until } = await (await connectOrStart(context)).call('liftQuota', {})
  output.result({ until, lifted: until !== null }, () =>
    output.line(
      until === null
        ? 'The account is not at its limit; nothing was held back.'
        : `Lifted: it would have held ${untilWords(until, Date.now())}. What was waiting continues.`,
    ),
  )
  return exitCodes.ok
}
