import type { AskAnswer, AskId, Event } from '../../contract/index.ts'
import { askerName } from './calling.ts'
import type { OrgContext } from './context.ts'

const page = 'Decisions'
const kinds: readonly string[] = ['decision', 'plan', 'question']
const maxQuote = 1000

/** Keeps that a person's answer is to be written down, in the transaction that answers. */
export function onAnswered(context: OrgContext, { data, session }: Event<'ask.answered'>): void {
  const isPersons = data.source === 'user' || data.source === 'delegate'
  if (!isPersons || !kinds.includes(data.kind)) return
  const project = projectOf(context, data.ask, session)
  if (project !== undefined) context.rows.decisions.put(data.ask, project)
}

/** Of the seat that asked, or of the build that a manager works on. */
function projectOf(
  { rows, inbox, work }: OrgContext,
  id: AskId,
  session: Event['session'],
): string | undefined {
  const seat = session && rows.seats.lastOfSession(session)
  if (seat) return seat.project
  const ask = inbox.find(id)
  return ask.source === 'build' ? rows.dispatches.byBuild(work.get(ask.caller).build)?.project : undefined
}

/** Appends what people decided to the page Decisions, each once. Safe to do again after a crash. */
export async function recordDecisions(context: OrgContext): Promise<void> {
  const { rows, wiki } = context
  for (const { ask, project } of rows.decisions.all()) {
    if (context.signal.aborted) return
    const pages = await wiki.of(project)
    const known = (await pages.read(page))?.text ?? ''
    if (!known.includes(ask)) {
      const text = `${known === '' ? '# Decisions\n' : ''}${entryOf(context, ask)}`
      const by = { author: { name: 'irisd', kind: 'agent', task: null }, why: `Answer to ${ask}` } as const
      await pages.change(page, { do: 'append', text }, by)
      wiki.changed(project)
    }
    rows.decisions.remove(ask)
  }
}

function entryOf(context: OrgContext, id: AskId): string {
  const { inbox, rows } = context
  const { text, team, session, answer, kind } = inbox.view(id)
  const seat = session === null ? undefined : rows.seats.lastOfSession(session)
  if (!answer) throw new Error(`${id} has no answer to write down`)
  const at = new Date(answer.at).toISOString().slice(0, 16).replace('T', ' ')
  const who = answer.by === 'user' ? 'the person' : `${answer.by}, for the person`
  return [
    `\n## ${at} UTC, \`${id}\``,
    `Asked by ${seat ? askerName(context, seat) : team} (${kind}):`,
    quoted(text),
    `Answered by ${who}:`,
    quoted(answerWords(answer)),
    '',
  ].join('\n\n')
}

function answerWords({ chosen, text }: AskAnswer): string {
  const said = chosen.flatMap(({ labels, text: own }) => [...labels, ...(own ? [own] : [])])
  return [...said, ...(text ? [text] : [])].join('; ')
}

/** Every line is marked, so that no words of an agent become headings of the record. */
function quoted(text: string): string {
  const shown = text.length > maxQuote ? `${text.slice(0, maxQuote)} … (cut)` : text
  return shown
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')
}
