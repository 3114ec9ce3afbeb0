import { duration, exitCodes, type Lease, type LeaseWait } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'

/** Who holds what, and who waits for whom. */
export async function listLeases(context: CommandContext, options: { team?: string }): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('listLeases', options)
  output.result(found, () => {
    const { leases, waits } = found
    if (leases.length + waits.length === 0)
      return output.line('No task holds a lease. A worker takes one before it writes files.')
    const heading = ['Task', 'Worker', 'Files', 'Fence', 'Held for', 'Ends']
    for (const line of table({ heading, rows: leases.map(leaseRow) }, output)) output.line(harmless(line))
    if (waits.length > 0) output.line()
    for (const wait of waits) output.line(harmless(waitWords(wait)))
  })
  return exitCodes.ok
}

function leaseRow({ key, worker, files, fence, grantedAt, endsInMs }: Lease): string[] {
  const ends = endsInMs === null ? 'waits for you' : `in ${duration(endsInMs)} unless renewed`
  // Wall time: it is only shown.
  return [key, worker, shortList(files), String(fence), duration(Math.max(0, Date.now() - grantedAt)), ends]
}

function waitWords({ key, waitsFor, since }: LeaseWait): string {
  // Wall time: it is only shown.
  const long = duration(Math.max(0, Date.now() - since))
  const whom = waitsFor.map(({ task, files }) => `${task} (${shortList(files)})`).join(', ')
  return `${key} has waited ${long} for ${whom || 'the daemon to finish starting'}.`
}

function shortList(files: readonly string[]): string {
  const shown = files.slice(0, 3).join(', ')
  return files.length > 3 ? `${shown} +${files.length - 3}` : shown
}

/** Ends the lease of a task, after a question. */
export async function releaseLease(
  context: CommandContext,
  { task, yes }: { task: string; yes?: boolean },
): Promise<number> {
  const { output } = context
  const kept = 'Its worker can save nothing more until it takes the lease again.'
  if (!yes && !(await isSure(context, { deed: `end the lease of ${task}`, kept }))) {
    output.result({ released: null }, () => output.line('Nothing was changed.'))
    return exitCodes.ok
  }
  const released = await (await connectOrStart(context)).call('releaseLease', { task })
  output.result({ released }, () =>
    output.line(
      released.fence === null
        ? `${released.key} waits for files no more.`
        : `Ended: the lease of ${released.key}. Its number ${released.fence} is refused from now on.`,
    ),
  )
  return exitCodes.ok
}
