import { filter, firstValueFrom, Subscription } from 'rxjs'
import { newId, type Stage } from '../../../contract/index.ts'
import { createAsking } from './asking.ts'
import type { StageContext, StageDeps } from './context.ts'
import { buildPrompt } from './prompt.ts'
import { recover } from './recovering.ts'
import { createStageRows } from './rows.ts'
import type { StageRow, Stages } from './stage.ts'
import { stateOf } from './state.ts'

export function createStages(deps: StageDeps): Stages {
  const { log, usage } = deps
  const context: StageContext = { ...deps, rows: createStageRows(deps.sql) }
  const { rows } = context
  const asking = createAsking(context)
  const listening = new Subscription()
  listening.add(log.events$({ types: ['stage.began'], after: log.head() }).subscribe(() => asking.goOn()))
  listening.add(usage.lifted$.subscribe(() => asking.goOn()))

  return {
    begin: beginIn(context),
    get(stage) {
      const row = rows.get(stage)
      return row && { ...row, why: whyOf(row) }
    },
    stateOf: (stage, waits = false) => stateOf(stage, waits || isHeld(stage)),
    list: (wanted) =>
      rows.list(wanted).map((row): Stage => {
        const { answer: _, ...shown } = row
        return { ...shown, why: whyOf(row), state: stateOf(row, isHeld(row)) }
      }),
    use: (since) => rows.use(since),
    async ended(stage) {
      const over = log
        .events$({ types: ['stage.ended'], after: log.head() })
        .pipe(filter((event) => event.type === 'stage.ended' && event.data.stage === stage))
      if (rows.get(stage)?.how === null) await firstValueFrom(over, { defaultValue: undefined })
    },
    holds: (agent) => rows.open().some((one) => one.agent === agent),
    tryAgain: () => asking.tryAgain(),
    recover: () => recover(context, asking),
    close() {
      listening.unsubscribe()
      return asking.close()
    },
  }

  /** The model was not asked yet, because the account is at its limit, or the CLI is not there. */
  function isHeld(stage: StageRow | undefined): boolean {
    if (stage?.how !== null || stage.askedAt !== null) return false
    return usage.heldUntil() > 0 || asking.whyHeld(stage.stage)?.isAbsent === true
  }

  /** What went wrong, or why it could not be started yet. */
  function whyOf({ stage, how, why, askedAt }: StageRow): string | null {
    if (how !== null) return why
    return askedAt === null ? (asking.whyHeld(stage)?.words ?? null) : null
  }
}

function beginIn({ rows, clock }: StageContext): Stages['begin'] {
  return ({ role, subject, parts, budget, schema, ...where }, append) => {
    const { text, tokens, cut } = buildPrompt(parts, budget)
    const beganAt = clock.now()
    const about = { stage: newId('stg', beganAt), role, subject }
    rows.insert({
      ...about,
      tokens,
      budget,
      cut,
      beganAt,
      prompt: text,
      setup: { outputSchema: schema, ...where },
      message: globalThis.crypto.randomUUID(),
      conversation: globalThis.crypto.randomUUID(),
      model: null,
      agent: null,
      askedAt: null,
    })
    append({ type: 'stage.began', data: { ...about, tokens, cut } })
    return about.stage
  }
}
