import { SpecDraft, type SpecMistake } from '../../../contract/index.ts'
import { unfenced } from '../stage/json-in-words.ts'
import { outputSchemaOf } from '../stage/signals.ts'
import { about, maxTries, teamOf, type SpecContext } from './context.ts'
import { keep } from './keeping.ts'
import { partsOf, specBudget } from './prompt.ts'
import type { SpecRow } from './rows.ts'

const roleOfSpecs = 'specification'
const maxProblem = 4000

/** Asks the model for the next revision: everything it needs in one message, one answer by a schema. */
export async function draft(context: SpecContext, row: SpecRow): Promise<void> {
  const { stages, rows, log } = context
  const parts = await partsOf(context, row)
  const { path: project } = teamOf(context, row.team)
  const role = roleOfSpecs
  const ask = { role, project, subject: row.id, parts, budget: specBudget, schema: outputSchemaOf(SpecDraft) }
  log.write((append) => rows.set(row.id, { stage: stages.begin(ask, append) }))
}

/** Takes what came of it. What is no valid spec is asked for once more with all that is wrong; then a person sees it. */
export async function take(context: SpecContext, row: SpecRow): Promise<void> {
  const answer = row.stage === null ? undefined : context.stages.get(row.stage)?.answer
  if (answer?.how !== 'answered')
    return refuse(context, row, { problem: answer?.why ?? 'The model gave no answer.', tries: maxTries })
  const read = SpecDraft.safeParse(answer.structured ?? unfenced(answer.text))
  const errors = read.success
    ? (await keep(context, row, { draft: read.data, by: 'iris' })).errors.map(wordsOf)
    : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (errors.length > 0) refuse(context, row, { problem: errors.join('\n'), tries: row.tries + 1 })
}

const wordsOf = ({ code, message }: SpecMistake): string => `${code}: ${message}`

function refuse(
  { rows, log }: SpecContext,
  row: SpecRow,
  { problem: words, tries }: { problem: string; tries: number },
): void {
  const problem = words.slice(0, maxProblem)
  log.write((append) => {
    rows.set(row.id, { stage: null, tries, problem })
    append({ type: 'spec.refused', data: { ...about(row), problem, again: tries < maxTries } })
  })
}
