import type { AskAnswer, ValidationIssue } from '../../../contract/index.ts'
import { ask } from './asking.ts'
import type { ValidationContext } from './context.ts'
import { issueMoment, placeOf } from './moments.ts'
import type { StoredQuestion, ValidationRow } from './rows.ts'

const critical = 1
const usual = 2
const atOnce = 1000
const maxLooks = 50
const maxEach = 12

/** What is done about the issues of a question, by the label that was chosen. */
const deeds = {
  'Fix the critical ones first': 'tasks in order',
  'Fix all of them': 'tasks',
  'Only the critical ones': 'critical tasks',
  'Ask me about each': 'each',
  'Fix it now': 'tasks',
  'I look after it': 'by_hand',
  'Accept the risk': 'accepted',
  'Make a task of it': 'tasks',
  'Leave it': 'left',
  'Write more tests': 'test task',
} as const satisfies Readonly<Record<string, string>>
const isDeed = (label: string): label is keyof typeof deeds => Object.hasOwn(deeds, label)

/** Does what was answered to questions about validations; each answer once, and what was done of it before a crash is found again. */
export async function hearAnswers(context: ValidationContext): Promise<void> {
  const { rows, inbox, log } = context
  for (const question of rows.unheard()) {
    const row = rows.get(question.validation)
    const { state, answer } = inbox.view(question.ask)
    if (state === 'open' || !row) continue
    if (answer) await act(context, row, { question, answer })
    log.write(() => rows.setHeard(question.ask))
  }
}

async function act(
  context: ValidationContext,
  row: ValidationRow,
  { question, answer }: { question: StoredQuestion; answer: AskAnswer },
): Promise<void> {
  const labels = answer.chosen.flatMap((one) => one.labels)
  const said = [...answer.chosen.map(({ text }) => text), answer.text].filter(Boolean).join('\n')
  const deed = labels.filter(isDeed).map((label) => deeds[label])[0]
  const issues = row.result.issues.filter(({ number }) => question.issues.includes(number))
  const { by } = answer
  if (question.event === 'coverage_below_threshold') {
    if (deed !== undefined || said !== '') await testTask(context, row, { said, by })
    return
  }
  if (deed === 'each') return askEach(context, row, issues)
  if (deed === 'by_hand' || deed === 'accepted' || deed === 'left')
    return decided(context, row, { issues, what: deed, by, tasks: [] })
  const chosen = deed === 'critical tasks' ? issues.filter(isCritical) : issues
  if (deed === undefined && said === '') return
  await makeTasks(context, row, { issues: chosen, isInOrder: deed === 'tasks in order', said, by })
  if (deed === 'critical tasks')
    decided(context, row, { issues: issues.filter((one) => !isCritical(one)), what: 'left', by, tasks: [] })
}

const isCritical = ({ severity }: ValidationIssue): boolean => severity === 'critical'

function askEach(context: ValidationContext, row: ValidationRow, issues: readonly ValidationIssue[]): void {
  context.log.write(() => {
    for (const issue of issues.slice(0, maxEach))
      ask(context, row, { ...issueMoment(issue), by: 'ask.answered' })
  })
}

async function makeTasks(
  context: ValidationContext,
  row: ValidationRow,
  {
    issues,
    isInOrder,
    said,
    by,
  }: { issues: readonly ValidationIssue[]; isInOrder: boolean; said: string; by: string },
): Promise<void> {
  const first = await Promise.all(issues.filter(isCritical).map((issue) => taskFor([], issue)))
  const waitsFor = isInOrder ? first : []
  const rest = await Promise.all(
    issues.filter((one) => !isCritical(one)).map((issue) => taskFor(waitsFor, issue)),
  )
  const ordered = [...issues.filter(isCritical), ...issues.filter((one) => !isCritical(one))]
  decided(context, row, { issues: ordered, what: 'task', by, tasks: [...first, ...rest] })

  function taskFor(waits: readonly string[], issue: ValidationIssue): Promise<string> {
    return taskOnce(context, row, {
      mark: `Found by ${row.validation}, issue ${issue.number}.`,
      title: `Fix: ${issue.title}`.slice(0, 300),
      text: [`Where: ${placeOf(issue)}`, issue.details, said],
      priority: isCritical(issue) ? critical : usual,
      waitsFor: waits,
      command: issue.command,
      by,
    })
  }
}

async function testTask(
  context: ValidationContext,
  row: ValidationRow,
  { said, by }: { said: string; by: string },
): Promise<void> {
  const { coverage } = row.result
  const files = coverage?.uncovered.map(({ path, percent }) => `${path}: ${percent} %`) ?? []
  const task = await taskOnce(context, row, {
    mark: `Asked for by ${row.validation}: more tests.`,
    title: `More tests: ${coverage?.percent ?? 0} % of the lines are run by tests`,
    text: [said, ...files],
    priority: usual,
    waitsFor: [],
    command: null,
    by,
  })
  decided(context, row, { issues: [], what: 'task', by, tasks: [task] })
}

/** A task with a mark in its text; one that a crash left is found by it. */
async function taskOnce(
  context: ValidationContext,
  { team }: ValidationRow,
  wanted: {
    mark: string
    title: string
    text: readonly string[]
    priority: number
    waitsFor: readonly string[]
    command: string | null
    by: string
  },
): Promise<string> {
  const { mark, text, command, by, ...rest } = wanted
  const made = await taskWith(context, team, mark)
  if (made !== undefined) return made
  const whole = [...text.filter((part) => part !== ''), mark].join('\n\n')
  const check = command === null ? {} : { check: { command, expected: { exit: 0 } } }
  return (await context.tasks.create({ team, files: [], ...rest, text: whole, ...check }, by)).key
}

async function taskWith(
  { tasks }: ValidationContext,
  team: string,
  mark: string,
): Promise<string | undefined> {
  let after: string | undefined
  for (let look = 0; look < maxLooks; look += 1) {
    const slice = await tasks.list({
      team,
      limit: atOnce,
      texts: 'whole',
      ...(after !== undefined && { after }),
    })
    const found = slice.tasks.find(({ text }) => text.endsWith(mark))
    if (found || slice.next === null) return found?.key
    after = slice.next
  }
  return undefined
}

/** Notes what became of issues. */
function decided(
  { rows, log }: ValidationContext,
  { validation, subject, team }: ValidationRow,
  done: {
    issues: readonly ValidationIssue[]
    what: NonNullable<ValidationIssue['decision']>['what']
    by: string
    tasks: readonly string[]
  },
): void {
  const { what, by, tasks } = done
  const numbers = done.issues.map(({ number }) => number)
  if (numbers.length === 0 && tasks.length === 0) return
  log.write((append) => {
    const row = rows.get(validation)
    if (!row) return
    const issues = row.result.issues.map((issue) => {
      const place = numbers.indexOf(issue.number)
      return place === -1 ? issue : { ...issue, decision: { what, by, task: tasks[place] ?? null } }
    })
    rows.set(validation, { result: { ...row.result, issues } })
    append({
      type: 'validation.decided',
      data: { validation, of: subject, team, issues: numbers, what, tasks: [...tasks], by },
    })
  })
}
