import type { Subscription } from 'rxjs'
import {
  IrisError,
  type AskId,
  type CallOutput,
  type CallParsed,
  type WholeIdea,
} from '../../../contract/index.ts'
import { withoutUndefined } from '../../../platform/lib/index.ts'
import { closeAnswered } from './answering.ts'
import { person, type IdeaContext, type IdeaDeps } from './context.ts'
import { fileAll } from './filing.ts'
import { moveBack } from './moving.ts'
import { changeProfile, profileOf } from './profile.ts'
import { readQuestions } from './questions.ts'
import { createIdeaRows, type IdeaRow } from './rows.ts'
import { begin, retry, say } from './talking.ts'
import { toIdea, toWholeIdea } from './views.ts'

/** What people want, before it is clear. */
export interface Ideas {
  context: IdeaContext
  create(wanted: CallParsed<'createIdea'>): Promise<WholeIdea>
  say(said: CallParsed<'sayToIdea'>): Promise<CallOutput<'sayToIdea'>>
  retry(wanted: CallParsed<'retryIdea'>): Promise<WholeIdea>
  back(wanted: CallParsed<'setIdeaPhase'>, by: string): WholeIdea
  list(filter: CallParsed<'listIdeas'>): CallOutput<'listIdeas'>
  /** By its id or its short name. */
  get(name: string): WholeIdea
  /** What was asked about it. */
  questions(name: string): AskId[]
  messages(query: CallParsed<'readIdeaMessages'>): CallOutput<'readIdeaMessages'>
  profile(): CallOutput<'readProfile'>
  changeProfile(said: CallParsed<'changeProfile'>, by: string): CallOutput<'changeProfile'>
  close(): void
}

export function createIdeas(deps: IdeaDeps): Ideas {
  const context: IdeaContext = { ...deps, rows: createIdeaRows(deps.sql), triggers: readQuestions() }
  const { rows, log } = context
  const listening = follow(context)
  fileAll(context)

  return {
    context,
    async create({ text, title, wait }) {
      const idea = begin(context, { text, title })
      if (wait) await answered(context, idea)
      return toWholeIdea(context, found(context, idea))
    },
    async say({ idea: name, text, wait }) {
      const { idea } = found(context, name)
      const said = log.write((append) => say(context, found(context, idea), { text, append }))
      if (wait) await answered(context, idea)
      const now = found(context, idea)
      const [after] = rows.messages(idea, { after: said.n - 1, limit: 1 })
      const reply = after?.stage ? (rows.replyOf(idea, after.stage) ?? null) : null
      return { said: after ?? said, reply, idea: toIdea(context, now) }
    },
    async retry({ idea: name, wait }) {
      const row = found(context, name)
      retry(context, row)
      if (wait) await answered(context, row.idea)
      return toWholeIdea(context, found(context, row.idea))
    },
    back({ idea: name, phase }, by) {
      const row = found(context, name)
      moveBack(context, row, { phase, by })
      return toWholeIdea(context, found(context, row.idea))
    },
    list: ({ limit }) => ({ ideas: rows.list(person, limit).map((row) => toIdea(context, row)) }),
    get: (name) => toWholeIdea(context, found(context, name)),
    messages: ({ idea: name, after, limit }) => ({
      messages: rows.messages(found(context, name).idea, { after, limit }),
    }),
    questions: (name) => rows.questions(found(context, name).idea).map(({ ask }) => ask),
    profile: () => ({ profile: profileOf(context) ?? null }),
    changeProfile: (said, by) => ({ profile: changeProfile(context, withoutUndefined(said), by) }),
    close: () => listening.unsubscribe(),
  }
}

/** What is done about what is committed, outside of it: files, and questions that the talk answered. */
function follow(context: IdeaContext): Subscription {
  const { log, rows } = context
  return log.events$({ types: ['idea.replied', 'idea.moved'], after: log.head() }).subscribe((event) => {
    fileAll(context)
    const row = event.type === 'idea.replied' ? rows.get(event.data.idea) : undefined
    if (row) void closeAnswered(context, row)
  })
}

/** Until all that was said is answered, or nothing more will come. */
async function answered(context: IdeaContext, idea: string): Promise<void> {
  const { rows, stages } = context
  for (;;) {
    const stage = rows.get(idea)?.stage
    if (!stage || stages.get(stage)?.how !== null) return
    await stages.ended(stage)
    if (stages.get(stage)?.how === null) return
  }
}

function found({ rows }: IdeaContext, name: string): IdeaRow {
  const row = rows.get(name) ?? rows.bySlug(person, name)
  if (!row) throw new IrisError('IDEA_UNKNOWN', `There is no idea ${name}.`)
  return row
}
