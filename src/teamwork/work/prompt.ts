import { fence, fencingPrompt, inQuotes, toldTask, type Lesson, type Task } from '../../contract/index.ts'
import { toldLessons } from '../../core/knowledge/index.ts'
import { contextDoor } from '../../core/rules/index.ts'

/** Tokens of what an agent is told of its task. */
const budget = 24_000
const charsPerToken = 4

/** What the prompt of a task is made of. */
export interface PromptParts {
  task: Task
  branch: string
  /** The folder in which an agent goes on that worked in another before. */
  movedTo: string | null
  lessons: readonly Lesson[]
  /** What the project says of how it is written: the beginning of its CLAUDE.md. */
  conventions: string
  /** What the files that are to be changed hold now. */
  files: readonly { path: string; text: string }[]
  /** What the person wants done otherwise. */
  guidance: string | null
  /** What proves the task when it declares no check of its own. */
  command: string | null
  /** What the whole is about: the beginning of the project's README. */
  about: string
  background: TaskBackground
}

/** What other parts know of a task. */
export interface TaskBackground {
  /** What the idea is about that it came from; empty without one. */
  idea: string
  /** What such files begin as. */
  template: { name: string; from: 'iris' | 'project'; body: string } | null
}

export const noBackground: TaskBackground = { idea: '', template: null }

/** A prompt, what did not fit into it, and what the rule for context was asked and decided. */
export interface Prompt {
  text: string
  cut: readonly string[]
  ruled: {
    inputs: Parameters<typeof contextDoor.decide>[0]
    outcome: ReturnType<typeof contextDoor.decide>
  }
}

interface Section {
  name: string
  required: boolean
  entries: readonly string[]
  heading?: string
}

/** What the agent of a task is told first. Undefined when what is required does not fit. */
export function promptOf(parts: PromptParts): Prompt | undefined {
  const sections = sectionsOf(parts).filter(({ entries }) => entries.length > 0)
  const items = sections.map(({ name, required, entries }) => ({
    name,
    required,
    entries: entries.map((entry) => Math.ceil(entry.length / charsPerToken)),
    min: 1,
    max: budget,
  }))
  const inputs = { budget, items }
  const ruling = contextDoor.decide(inputs)
  if (!ruling.ok) return undefined
  const kept = new Map(ruling.kept.map(({ name, entries }) => [name, entries]))
  const cut = new Map(ruling.cut.map(({ name, entries }) => [name, entries]))
  const text = sections.flatMap((section) =>
    shown(section, kept.get(section.name) ?? 0, cut.get(section.name) ?? 0),
  )
  return {
    text: text.join('\n\n'),
    cut: ruling.cut.map(({ name, entries }) => `${entries} of ${name}`),
    ruled: { inputs, outcome: ruling },
  }
}

function shown({ name, entries, heading }: Section, kept: number, cut: number): string[] {
  if (kept === 0) return []
  const left = cut > 0 ? [`(${cut} more of ${name} did not fit.)`] : []
  return [...(heading === undefined ? [] : [heading]), ...entries.slice(0, kept), ...left]
}

function sectionsOf(parts: PromptParts): Section[] {
  const { task, branch, movedTo, lessons, conventions, files, guidance, command, about } = parts
  const { idea, template } = parts.background
  const rules = [
    `You work on the task ${task.key}, alone, in a checkout of its own on the branch ${inQuotes(branch)}. Change only what the task needs. Do not commit, switch branches or touch other checkouts: Iris commits for you.`,
    ...(movedTo === null
      ? []
      : [
          `This is your next task, in another checkout: your folder is now ${inQuotes(movedTo)}. The one before is gone, and so is what you read there: files may differ, so read again what you change.`,
        ]),
    fencingPrompt,
  ]
  return [
    { name: 'rules', required: true, entries: rules },
    { name: 'task', required: true, entries: [toldTask(task)] },
    { name: 'check', required: true, entries: [checkWords(task, command)] },
    ...(guidance === null
      ? []
      : [{ name: 'guidance', required: true, entries: [`The person you work for says:\n${guidance}`] }]),
    { name: 'lessons', required: false, entries: lessons.length > 0 ? [toldLessons(lessons)] : [] },
    { name: 'template', required: false, entries: template === null ? [] : [templateWords(template)] },
    {
      name: 'conventions',
      required: false,
      heading: 'How this project is written, by its own CLAUDE.md:',
      entries: conventions === '' ? [] : [whole(conventions)],
    },
    {
      name: 'files',
      required: false,
      heading: 'What the files that you are to change hold now:',
      entries: files.map(({ path, text }) => `${inQuotes(path)}:\n${whole(text)}`),
    },
    {
      name: 'the idea',
      required: false,
      heading: 'What the idea is about that this task came from:',
      entries: idea === '' ? [] : [whole(idea)],
    },
    {
      name: 'what it is about',
      required: false,
      heading: 'What the project is about, by the beginning of its README:',
      entries: about === '' ? [] : [whole(about)],
    },
  ]
}

function templateWords({ name, from, body }: NonNullable<TaskBackground['template']>): string {
  const whose = from === 'iris' ? 'of Iris' : 'of this project'
  return `Such files begin as the template ${inQuotes(name)} ${whose} says; change what does not fit:\n${whole(body)}`
}

/** What is cut is cut by the budget, and said. */
function whole(text: string): string {
  return fence(text, { most: text.length })
}

function checkWords({ check }: Task, command: string | null): string {
  if (check === null && command !== null) return commandWords(command)
  if (check === null)
    return 'The task declares no command that proves it. Say with task_plan which command does, before you begin.'
  if ('manual' in check) return `A person will look at it:\n${whole(check.manual)}`
  return commandWords(check.command)
}

function commandWords(command: string): string {
  return `When you say that you are done, Iris runs this command in your checkout; the task is complete only when it passes:\n${whole(command)}\nMake it pass by doing the work. Weakening, skipping or deleting tests is found and refused. When you are done, say in one or two sentences what you did.`
}

/** What the agent is told when its work did not pass. */
export function againPrompt(task: Task, error: string): string {
  return [
    `The check of ${task.key} did not pass. What it printed, in part:`,
    whole(error),
    'Find the cause in your work and mend it. End with one sentence that says what was wrong and how it is avoided: when the check passes, Iris keeps it as a lesson. Iris runs the check again.',
  ].join('\n\n')
}

/** What an agent that was interrupted is told. */
export function goOnPrompt(task: Task): string {
  return `You were interrupted while you worked on ${task.key}. Look at what is in your checkout, continue where you were, and say when you are done.`
}

/** What an agent runs whose work does not fit; each by itself, because what is around a command would run too. */
export function mergeCommands(branch: string): string[] {
  return [`git merge ${branch}`, 'git add -A', 'git commit --no-edit']
}

/** What an agent is told whose branch does not fit to what others finished. */
export function conflictPrompt(task: Task, wanted: { branch: string; paths: readonly string[] }): string {
  const [begin = '', ...end] = mergeCommands(wanted.branch)
  return [
    `Your work on ${task.key} passed its check, but does not fit to what others finished meanwhile on the branch ${inQuotes(wanted.branch)}. The files in conflict:`,
    fence(wanted.paths.join('\n')),
    `Run: ${begin}\nResolve the conflicts so that both pieces of work are kept. Then run one after the other: ${end.join('; ')}. Nobody is asked about these commands as they stand here. Iris then runs the check again.`,
  ].join('\n\n')
}

/** What an agent is told that has the files of its task again, after others had them. */
export function missedPrompt(
  task: Task,
  { branch, paths, by }: { branch: string; paths: readonly string[]; by: readonly string[] },
): string {
  return [
    `Others had files of your task ${task.key} for a while; now you have them again. Meanwhile this changed on the branch ${inQuotes(branch)}:`,
    fence(paths.join('\n')),
    ...(by.length === 0 ? [] : ['It was done for:', fence(by.join('\n'))]),
  ].join('\n\n')
}

/** What follows where that was merged into its checkout. */
export const fitsPrompt =
  'All of that is merged into your checkout, and what you did is there too. Read again what you use of it, see that your work still fits, go on where you were, and say when you are done.'

/** What follows where it could not be merged. */
export function unfitPrompt(why: string, [begin = '', ...end]: readonly string[]): string {
  return [
    'It could not be merged into your checkout:',
    fence(why),
    `Run: ${begin}\nResolve the conflicts so that both pieces of work are kept. Then run one after the other: ${end.join('; ')}. Nobody is asked about these commands as they stand here. Then go on where you were, and say when you are done.`,
  ].join('\n\n')
}
