import { fence, fencingPrompt, inQuotes, type SpecScope } from '../../../contract/index.ts'
import { toldLessons } from '../../../core/knowledge/index.ts'
import { childEnvironment } from '../../../platform/config/index.ts'
import { commitOf, filesAt } from '../../../platform/git/index.ts'
import type { PromptPart } from '../stage/prompt.ts'
import { teamOf, type SpecContext } from './context.ts'
import type { SpecNote, SpecRow } from './rows.ts'
import { filesOf } from './views.ts'

/** Model tokens that the context of a spec may take. */
export const specBudget = 24_000
const conventionTokens = 4000
const aboutTokens = 1500
const fileTokens = 6000
const charsPerToken = 4
const maxPaths = 5000
/** What of CLAUDE.md is of most use to whoever plans. */
const firstSections = /database|migration|api|file location|structure|layout|task|test|convention/i

const scopes: Readonly<Record<SpecScope, string>> = {
  mvp: 'Specify the least that is of use. What can come later is out of scope.',
  full: 'Specify all of what is wanted.',
}

/** All that is known of a spec before it is written, in the order of its worth; everything is read at once. */
export async function partsOf(context: SpecContext, row: SpecRow): Promise<PromptPart[]> {
  const { projects, lessons } = context
  const { path } = teamOf(context, row.team)
  const [conventions, about, files] = await Promise.all([
    projects.read(path, 'CLAUDE.md').catch(() => ''),
    projects.read(path, 'README.md').catch(() => ''),
    pathsOf(context, row),
  ])
  const known = lessons.find({
    project: row.project,
    files: [],
    topics: new Set(row.goal.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._+#-]*/gu) ?? []),
  })
  return [
    { name: 'what is wanted', required: true, entries: [wantedWords(row), fencingPrompt] },
    { name: 'what was said of it', required: true, entries: saidOf(context, row) },
    ...ideaParts(context, row),
    { name: 'lessons', entries: known.length > 0 ? [toldLessons(known)] : [] },
    {
      name: 'conventions',
      heading: 'How this project is written, by its own CLAUDE.md:',
      entries: fenced(sectionsOf(conventions), conventionTokens),
    },
    {
      name: 'files',
      heading: 'The files that there are, by their folders:',
      entries: fenced(byFolder(files), fileTokens),
    },
    {
      name: 'what it is about',
      heading: 'What the project is about, by its README:',
      entries: fenced(sectionsOf(about), aboutTokens),
    },
  ]
}

/** The brief of its idea, which it needs, and whatever else was written down, as far as there is room. */
function ideaParts({ ideas }: SpecContext, { idea }: SpecRow): PromptPart[] {
  if (idea === null) return []
  const { artifacts, decisions, risks } = ideas.get(idea)
  const active = artifacts.filter(({ isActive }) => isActive)
  const brief = active.filter(({ type }) => type === 'brief')
  const others = active.filter(({ type }) => type !== 'brief')
  const told = ({ type, text }: (typeof active)[number]): string =>
    `${type}:\n${fence(text, { most: text.length })}`
  const found = [...decisions, ...risks].map(({ text }) => fence(text))
  return [
    { name: 'the brief', required: true, heading: 'The brief of the idea:', entries: brief.map(told) },
    { name: 'documents', heading: 'What else was written down of it:', entries: others.map(told) },
    { name: 'decisions', heading: 'What was decided, and what is risky:', entries: found },
  ]
}

function wantedWords({ goal, scope, lane }: SpecRow): string {
  const ceremony =
    lane === 'quick' ? 'It is not large: keep it short, and ask only what you cannot decide.' : ''
  return [`The person you work for wants:\n${goal}`, scopes[scope], ceremony]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** What is wrong with the last draft, what people said, and the revision that they said it of. */
function saidOf(context: SpecContext, row: SpecRow): string[] {
  const { notes, problem } = row
  const before = context.rows.revision(row.id, row.revision)
  const wrong =
    problem === null ? [] : [`Your last draft was no valid spec:\n${fence(problem)}\nCorrect all of it.`]
  const said = notes.map(noteWords)
  const document = before
    ? filesOf(row, before).map(
        ({ name, text }) =>
          `${inQuotes(name)} of revision ${before.number}:\n${fence(text, { most: text.length })}`,
      )
    : []
  const heed = notes.length === 0 ? [] : ['Write the spec anew. Heed all that was said; change nothing else.']
  return notes.length === 0 ? wrong : [...wrong, ...said, ...heed, ...document]
}

function noteWords({ file, line, text, about }: SpecNote): string {
  const where = line === null ? '' : ` about line ${line} of ${file}`
  const what = about === null ? '' : `\n${fence(about)}\nThe answer:`
  return `The person you work for says${where}:${what}\n${text}`
}

/** The paths of the last commit of the branch that is checked out; none in a folder without git. */
async function pathsOf(context: SpecContext, { team }: SpecRow): Promise<string[]> {
  const env = childEnvironment(context.environment.variables, 'agent', {})
  const place = { folder: teamOf(context, team).path, env, starter: context.starter.run }
  const head = await commitOf(place, 'HEAD').catch(() => undefined)
  const files = head === undefined ? undefined : await filesAt(place, head).catch(() => undefined)
  return (files ?? []).slice(0, maxPaths).map(({ path }) => path)
}

/** The first of these texts that together take so many model tokens, each whole. */
function fenced(texts: readonly string[], tokens: number): string[] {
  let left = tokens * charsPerToken
  return texts.flatMap((text) => {
    left -= text.length
    return left < 0 ? [] : [fence(text, { most: text.length })]
  })
}

/** One line for each folder, so that few words name many files. */
function byFolder(paths: readonly string[]): string[] {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const at = path.lastIndexOf('/')
    const folder = at === -1 ? './' : path.slice(0, at + 1)
    const known = folders.get(folder)
    if (known) known.push(path.slice(at + 1))
    else folders.set(folder, [path.slice(at + 1)])
  }
  return [...folders].map(([folder, names]) => `${folder}: ${names.join(' ')}`)
}

/** A text in its sections; those that say how to write come first. */
function sectionsOf(text: string): string[] {
  const sections = text.split(/\n(?=## )/).filter((section) => section.trim() !== '')
  const isFirst = (section: string): boolean => firstSections.test(section.split('\n')[0] ?? '')
  return [...sections.filter(isFirst), ...sections.filter((section) => !isFirst(section))]
}
