import type { UxContext } from './context.ts'
import type { UxQuestion } from './rows.ts'

const priorities: Readonly<Record<string, number>> = {
  'Fix it now': 1,
  'Make a task of it': 2,
  'Put it on the list': 3,
}
const atOnce = 1000
const maxLooks = 50

/** Makes tasks of what was answered; each once, and one that a crash left is found again. */
export async function hearAnswers(context: UxContext): Promise<void> {
  const { rows, inbox, log } = context
  for (const question of rows.unheard()) {
    const { state, answer } = inbox.view(question.ask)
    if (state === 'open') continue
    const [label = ''] = answer?.chosen.flatMap(({ labels }) => labels) ?? []
    const priority = priorities[label]
    if (answer && priority !== undefined) await makeTask(context, question, { priority, by: answer.by })
    log.write(() => rows.setHeard(question.ask))
  }
}

async function makeTask(
  context: UxContext,
  { ask, ux, title, details }: UxQuestion,
  { priority, by }: { priority: number; by: string },
): Promise<void> {
  const team = context.rows.get(ux)?.team
  const mark = `Found by ${ux}, asked in ${ask}.`
  if (team === undefined || (await isMade(context, team, mark))) return
  const text = `${details}\n\n${mark}`
  await context.tasks.create(
    { team, title: `Fix: ${title}`.slice(0, 300), text, priority, files: [], waitsFor: [] },
    by,
  )
}

async function isMade({ tasks }: UxContext, team: string, mark: string): Promise<boolean> {
  let after: string | undefined
  for (let look = 0; look < maxLooks; look += 1) {
    const slice = await tasks.list({
      team,
      limit: atOnce,
      texts: 'whole',
      ...(after !== undefined && { after }),
    })
    if (slice.tasks.some(({ text }) => text.endsWith(mark))) return true
    if (slice.next === null) return false
    after = slice.next
  }
  return false
}
