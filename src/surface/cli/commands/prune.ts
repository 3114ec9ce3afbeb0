import type { Client } from '../../../client/index.ts'
import { bytes, exitCodes, IrisError, toErrorBody, type CallOutput } from '../../../contract/plain.ts'
import { parseDuration } from '../../../platform/config/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'

/** What the user typed. */
export interface PruneOptions {
  olderThan: string
  dryRun?: boolean
  shrink?: boolean
  yes?: boolean
}

interface Amount {
  lines: number
  bytes: number
}

/** Prunes what agents printed long ago, after showing how much that is, and gives the space back if wanted. */
export async function prune(context: CommandContext, options: PruneOptions): Promise<number> {
  const { output } = context
  // Wall time: it is held against stored dates.
  const before = Date.now() - ageOf(options.olderThan)
  const client = await connectOrStart(context)
  const found = await walk(context, client, { before, trial: true })
  if (options.dryRun || !(await isWanted(context, found, options))) {
    output.result({ pruned: false, before, ...found }, () =>
      output.line(
        found.lines === 0 ? nothing(options) : `${amountOf(found)} would be pruned. Nothing was changed.`,
      ),
    )
    return exitCodes.ok
  }
  const done =
    found.lines === 0 ? found : await walk(context, client, { before, trial: false, of: found.lines })
  const shrunk = options.shrink ? await shrink(client) : undefined
  output.result({ pruned: done.lines > 0, before, ...done, ...shrunk?.shown }, () => {
    output.line(done.lines === 0 ? nothing(options) : `Pruned ${amountOf(done)}.`)
    if (shrunk) output.line(shrunk.words)
    else if (done.lines > 0) output.line('Iris will reuse the space; --shrink gives it back to the disk.')
  })
  return shrunk?.exit ?? exitCodes.ok
}

/** What came of it; that it had to be put off must not hide what was pruned. */
async function shrink(client: Client): Promise<{ shown: object; words: string; exit: number }> {
  try {
    const database = await client.call('shrinkLog', {})
    const words = `The database shrank from ${bytes(database.before)} to ${bytes(database.after)}.`
    return { shown: { database }, words, exit: exitCodes.ok }
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'TURNS_OPEN') throw error
    const { message, kind } = error
    return {
      shown: { database: null, ...toErrorBody(error) },
      words: `${message} ${kind.advice}`,
      exit: kind.exit,
    }
  }
}

function ageOf(text: string): number {
  const age = parseDuration(text)
  if (age === undefined)
    throw new IrisError('USAGE', `--older-than takes a time such as 30d, not ${JSON.stringify(text)}.`)
  return age
}

/** Asks before words are lost; to shrink alone loses nothing. */
async function isWanted(context: CommandContext, found: Amount, options: PruneOptions): Promise<boolean> {
  if (found.lines === 0) return options.shrink ?? false
  if (options.yes) return true
  return isSure(context, {
    deed: `prune ${amountOf(found)}`,
    kept: 'Messages, answers, asks and costs stay; what the agents did in between is gone for good.',
  })
}

/** Part by part, so that the daemon answers others in between; Ctrl-C leaves the rest as it is. */
async function walk(
  { output }: CommandContext,
  client: Client,
  { before, trial, of }: { before: number; trial: boolean; of?: number },
): Promise<Amount> {
  const done: Amount = { lines: 0, bytes: 0 }
  for (let after: number | null = 0; after !== null;) {
    const part: CallOutput<'pruneLog'> = await client.call('pruneLog', { before, after, trial })
    done.lines += part.lines
    done.bytes += part.bytes
    after = part.next
    if (of && process.stderr.isTTY && !output.json)
      output.noteText(output.own(back) + (after === null ? '' : `Pruning: ${percent(done.lines, of)} %`))
  }
  return done
}

/** To the beginning of the line, which is emptied. */
const back = '\r\u001B[K'

function percent(part: number, whole: number): number {
  return Math.min(100, Math.round((100 * part) / whole))
}

function amountOf({ lines, bytes: size }: Amount): string {
  return `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'} from agents (${bytes(size)})`
}

function nothing({ olderThan }: PruneOptions): string {
  return `There are no lines from agents older than ${olderThan}.`
}
