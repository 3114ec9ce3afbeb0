import { CheckLevel, type CheckLevel as Level } from '../../../contract/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { ask } from './asking.ts'
import type { ValidationContext } from './context.ts'
import { end, runValidation, suggestionFor } from './running.ts'
import type { ValidationRow } from './rows.ts'

/** Does what comes before the commands are run; the row when they can be. */
export async function readied(
  context: ValidationContext,
  row: ValidationRow,
): Promise<ValidationRow | undefined> {
  if (row.level !== null) return row
  const suggested = row.suggested === null ? await suggest(context, row) : row
  if (!suggested.wantsAsk) return withLevel(context, suggested, suggested.suggested)
  if (suggested.ask === null) {
    askForLevel(context, suggested)
    return undefined
  }
  return answered(context, suggested)
}

async function suggest(context: ValidationContext, row: ValidationRow): Promise<ValidationRow> {
  const found = await suggestionFor(context, row)
  context.log.write(() => context.rows.set(row.validation, found))
  return { ...row, ...found }
}

function withLevel({ log, rows }: ValidationContext, row: ValidationRow, level: Level | null): ValidationRow {
  log.write(() => rows.set(row.validation, { level }))
  return { ...row, level }
}

function askForLevel(context: ValidationContext, row: ValidationRow): void {
  const { suggested, why, validation } = row
  context.log.write(() => {
    const [asked] = ask(context, row, {
      event: 'validation_level_needed',
      by: 'build.ended',
      facts: { recommendation: wordOf(suggested ?? 'standard'), why: why ?? '' },
    })
    context.rows.set(validation, { ask: asked ?? null })
  })
}

/** What was answered to it; words that are no level take the suggested one. */
function answered(context: ValidationContext, row: ValidationRow): ValidationRow | undefined {
  if (row.ask === null) return undefined
  const { state, answer } = context.inbox.view(row.ask)
  if (state === 'open') return undefined
  if (!answer) {
    end(context, row, { outcome: 'cancelled', words: 'Nobody said how thoroughly; the question was closed.' })
    return undefined
  }
  const said = answer.chosen.flatMap(({ labels, text }) => [...labels, text ?? ''])
  const [level] = said.flatMap((word) => CheckLevel.safeParse(word.toLowerCase()).data ?? [])
  return withLevel(context, row, level ?? row.suggested)
}

const wordOf = (level: Level): string => `${level.charAt(0).toUpperCase()}${level.slice(1)}`

/** Runs it to its end; what goes wrong on the way is told, and is no pass. */
export async function runToEnd(context: ValidationContext, row: ValidationRow): Promise<void> {
  try {
    await runValidation(context, row)
  } catch (error) {
    if (context.signal.aborted) return
    end(context, row, { outcome: 'failed', words: messageOf(error) })
  }
}

/** One that was under way when the daemon died: what it had started is ended by its check. */
export async function interrupt(context: ValidationContext, row: ValidationRow): Promise<void> {
  const { work, logger } = context
  const words = 'Iris itself was ended while the validation was under way.'
  end(context, row, { outcome: 'interrupted', words })
  if (row.build === null) return
  await work
    .clearCheckout(row.build)
    .catch((error: unknown) => logger.warn('a checkout is left', { build: row.build, err: error }))
}
