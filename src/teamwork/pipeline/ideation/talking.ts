import { IrisError, newId, type IdeaId, type IdeaMessage } from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { outputSchemaOf } from '../stage/signals.ts'
import { ideation, person, type IdeaContext } from './context.ts'
import { profileOf } from './profile.ts'
import { partsOf, promptBudget, remembered } from './prompt.ts'
import type { IdeaRow } from './rows.ts'
import { Signals } from './signals.ts'
import { standingOf } from './standing.ts'

const maxTitle = 60
const outputSchema = outputSchemaOf(Signals)

/** Begins an idea with what is said of it, and has it answered. */
export function begin(
  context: IdeaContext,
  { text, title }: { text: string; title?: string | undefined },
): IdeaId {
  const { rows, log, clock } = context
  return log.write((append) => {
    const at = clock.now()
    const idea = newId('idea', at)
    const row: IdeaRow = {
      idea,
      user: person,
      title: title ?? titleOf(text),
      slug: null,
      phase: 'EXPLORING',
      confidence: 0,
      complexity: null,
      fit: null,
      stage: null,
      upTo: 0,
      mayResearch: false,
      isFiled: true,
      createdAt: at,
      changedAt: at,
      completedAt: null,
    }
    rows.put(row)
    append({ type: 'idea.created', data: { idea, title: row.title } })
    say(context, row, { text, append })
    return idea
  })
}

/** Writes down what the person says, and has it answered together with all that waits for an answer. */
export function say(
  context: IdeaContext,
  row: IdeaRow,
  { text, append }: { text: string; append: Append },
): IdeaMessage {
  const { rows, clock } = context
  const said = rows.addMessage(row.idea, { by: 'you', text, at: clock.now(), stage: null, from: null })
  append({ type: 'idea.said', data: { idea: row.idea, n: said.n } })
  answerNext(context, row, append)
  return said
}

/** Asks the model about all that is not answered yet, unless it is at it. */
export function answerNext(context: IdeaContext, row: IdeaRow, append: Append): void {
  const { rows, stages } = context
  const said = rows.unanswered(row.idea)
  const last = said.at(-1)
  if (!last || isAtWork(context, row)) return
  const [first] = said
  const before = rows
    .lastMessages(row.idea, remembered + said.length)
    .filter(({ n }) => first !== undefined && n < first.n)
  const parts = partsOf({
    standing: standingOf(context, row),
    said,
    before,
    artifacts: rows.artifacts(row.idea),
    isCandidate: row.slug !== null,
    profile: profileOf(context),
    mayResearch: row.mayResearch,
  })
  const tools = row.mayResearch ? undefined : []
  const ask = { role: ideation, subject: row.idea, parts, budget: promptBudget, schema: outputSchema, tools }
  const stage = stages.begin(ask, append)
  rows.put({ ...row, stage, upTo: last.n })
}

/** Asks again what was not answered, on the person's word. */
export function retry(context: IdeaContext, row: IdeaRow): void {
  if (context.rows.unanswered(row.idea).length === 0 || isAtWork(context, row))
    throw new IrisError('IDEA_NOTHING_TO_ASK', 'Nothing waits for an answer, or it is on its way.')
  context.log.write((append) => answerNext(context, row, append))
}

function isAtWork({ stages }: IdeaContext, { stage }: IdeaRow): boolean {
  return stage !== null && stages.get(stage)?.how === null
}

/** The beginning of what was said, until the model has a name for it. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > maxTitle ? `${line.slice(0, maxTitle - 1).trimEnd()}…` : line
}
