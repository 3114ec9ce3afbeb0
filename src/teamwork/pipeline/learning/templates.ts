import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { IrisError, type AskId, type ProposedTemplate, type TemplateId } from '../../../contract/index.ts'
import { unifiedDiff } from '../../../platform/lib/index.ts'
import { roleOfReviews, type LearningContext } from './context.ts'
import type { TemplateRow } from './rows.ts'
import { templateFile, templateFolder } from './template-file.ts'

const labels = { yes: 'Write it', no: 'Leave it' } as const

/** Takes templates into projects on a person's yes, and out again. */
export interface Templates {
  /** Asks about those that were found, and writes those that were approved; one after the other. */
  carryOut(): Promise<void>
  /** Hears, in the transaction that closes it, what became of an ask. */
  onClosed(ask: AskId): void
  undo(template: TemplateId, by: string): Promise<ProposedTemplate>
  /** Resolves when nothing is carried out any more. */
  idle(): Promise<void>
}

export function createTemplates(context: LearningContext): Templates {
  const { rows, inbox, logger, signal } = context
  let last = Promise.resolve()
  return {
    carryOut,
    onClosed(ask) {
      const row = rows.templateOfAsk(ask)
      if (row?.state !== 'asked') return
      const { answer } = inbox.view(ask)
      const isYes = answer?.chosen.some((one) => one.labels.includes(labels.yes)) ?? false
      rows.putTemplate({ ...row, state: isYes ? 'approved' : 'declined', by: answer?.by ?? null })
      // Once this is committed; if it is not, nothing is found there.
      if (isYes) setImmediate(() => void carryOut())
    },
    undo: (template, by) => undo(context, template, by),
    idle: () => last,
  }

  function carryOut(): Promise<void> {
    last = last.then(() => all(['approved', 'found']))
    return last
  }

  async function all(states: readonly ('approved' | 'found')[]): Promise<void> {
    for (const state of states)
      for (const row of signal.aborted ? [] : rows.templatesIn(state)) {
        if (signal.aborted) return
        await (state === 'found' ? propose(context, row) : write(context, row)).catch((error: unknown) =>
          // It stays as it is, and is tried again at the next start.
          logger.warn('a template is not written yet', { template: row.name, team: row.team, err: error }),
        )
      }
  }
}

async function propose({ rows, projects, inbox, log }: LearningContext, row: TemplateRow): Promise<void> {
  const { template, name, team, text, evidence } = row
  const was = await projects.exact(placeOf(row), fileOf(row))
  if (was === text) return rows.putTemplate({ ...row, state: 'declined' })
  const diff = unifiedDiff(templateFile(name), was ?? '', text)
  log.write((append) => {
    if (rows.template(template)?.state !== 'found') return
    const { ask } = inbox.raise({
      source: 'lesson',
      kind: 'decision',
      type: 'confirming',
      team,
      caller: roleOfReviews,
      text: `Give agents of ${team} the template ${name} when they begin such files?`,
      context: `${evidence.map((words) => `- ${words}`).join('\n')}\n\n${diff}`,
      options: [
        { label: labels.yes, description: `It becomes ${templateFile(name)}` },
        { label: labels.no, description: 'Nothing is written' },
      ],
      freeText: false,
      tags: ['template', 'promotion'],
    })
    rows.putTemplate({ ...row, state: 'asked', ask: ask.id, base: baseOf(was) })
    append({ type: 'template.proposed', data: { template, name, team, ask: ask.id } })
  })
}

/** Only if the file is as it was in the diff; otherwise it is asked about anew. */
async function write({ rows, projects, log }: LearningContext, row: TemplateRow): Promise<void> {
  const { template, name, team, text, base, by } = row
  const was = await projects.exact(placeOf(row), fileOf(row))
  // The file is written already when Iris was killed right after.
  const isThere = was === text
  if (!isThere && baseOf(was) !== base) return rows.putTemplate({ ...row, state: 'found' })
  if (!isThere) {
    rows.putTemplate({ ...row, before: was ?? null })
    await projects.makeFolder(row.folder, templateFolder)
    if (!(await projects.replace(placeOf(row), fileOf(row), { was, text })))
      return rows.putTemplate({ ...row, state: 'found' })
  }
  log.write((append) => {
    const now = rows.template(template) ?? row
    rows.putTemplate({ ...now, state: 'written' })
    append({ type: 'template.written', data: { template, name, team, by: by ?? 'user' } })
  })
}

async function undo(
  { rows, projects, log }: LearningContext,
  template: TemplateId,
  by: string,
): Promise<ProposedTemplate> {
  const row = rows.template(template)
  if (!row) throw new IrisError('TEMPLATE_UNKNOWN', `There is no template ${template}.`)
  if (row.state !== 'written') throw refused(`${row.name} is ${row.state}; only what was written is undone.`)
  const { before, text, name, team } = row
  const isDone =
    before === null
      ? await projects.remove(placeOf(row), fileOf(row), text)
      : await projects.replace(placeOf(row), fileOf(row), { was: text, text: before })
  // It is as it was before when Iris was killed right after.
  if (!isDone && ((await projects.exact(placeOf(row), fileOf(row))) ?? null) !== before)
    throw refused(`${templateFile(name)} of ${team} was changed since.`)
  log.write((append) => {
    rows.putTemplate({ ...row, state: 'undone' })
    append({ type: 'template.undone', data: { template, name, team, by } })
  })
  return toTemplate({ ...row, state: 'undone' })
}

export function toTemplate({ template, name, state, evidence, ask }: TemplateRow): ProposedTemplate {
  return { template, name, file: templateFile(name), state, evidence: [...evidence], ask }
}

const placeOf = ({ folder }: TemplateRow): string => join(folder, templateFolder)
const fileOf = ({ name }: TemplateRow): string => `${name}.md`
const refused = (words: string): IrisError => new IrisError('TEMPLATE_REFUSED', words)

function baseOf(text: string | undefined): string {
  return text === undefined ? 'none' : createHash('sha256').update(text).digest('hex')
}
