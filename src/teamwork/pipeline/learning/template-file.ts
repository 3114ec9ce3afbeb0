import { join } from 'node:path'
import { z } from 'zod'
import { fence, TaskFile } from '../../../contract/index.ts'
import { readGlob, readPath } from '../../../core/knowledge/index.ts'
import { readFrontMatter } from '../../../platform/config/index.ts'
import { packageFolder } from '../../../platform/lib/index.ts'
import type { LearningContext } from './context.ts'

/** Where a project has templates of its own; one with the name of a template of Iris has its place. */
export const templateFolder = '.iris/templates'
const ownFolder = 'templates/tasks'
const ending = '.md'
const maxFiles = 64
/** So long at most as an agent is told it, which is about 1,750 model tokens. */
const maxTold = 7000

const Name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
const Fields = z.strictObject({
  files: z.string().trim().min(1).max(200),
  action: TaskFile.shape.action.optional(),
})

/** What a file of some kind begins as. */
export interface Template {
  name: string
  from: 'iris' | 'project'
  files: string
  action: TaskFile['action'] | undefined
  body: string
}

export const templateFile = (name: string): string => join(templateFolder, `${name}${ending}`)

/** A template as its file; undefined when it is none. */
export function templateText(given: {
  name: string
  files: string
  action?: TaskFile['action'] | undefined
  body: string
}): string | undefined {
  const { name, files, action, body } = given
  const head = [`files: ${JSON.stringify(files)}`, ...(action === undefined ? [] : [`action: ${action}`])]
  const text = ['---', ...head, '---', body.trim(), ''].join('\n')
  return readTemplate(name, text, 'project') === undefined ? undefined : text
}

/** The template for a task: that which says most of one of its files, those to be created first. */
export async function templateFor(
  context: Pick<LearningContext, 'projects'>,
  project: string,
  files: readonly TaskFile[],
): Promise<Template | undefined> {
  const written = files.filter(({ action }) => action === 'CREATE' || action === 'UPDATE')
  if (written.length === 0) return undefined
  const fitting = (await templatesOf(context, project))
    .map((template) => ({ template, letters: lettersFor(template, written) }))
    .filter(({ letters }) => letters >= 0)
  return fitting.toSorted((one, other) => other.letters - one.letters)[0]?.template
}

/** How much the files of a template say, when one of these is among them; -1 when none is. */
function lettersFor({ files, action }: Template, written: readonly TaskFile[]): number {
  const glob = readGlob(files)
  const wanted = action ?? 'CREATE'
  const fits = written.some((file) => file.action === wanted && glob.matches(readPath(file.path)))
  return fits ? glob.letters : -1
}

async function templatesOf(
  { projects }: Pick<LearningContext, 'projects'>,
  project: string,
): Promise<Template[]> {
  const read = async (place: string, folder: string, from: Template['from']): Promise<Template[]> => {
    const { names } = await projects.list(place, folder, maxFiles)
    const found = await Promise.all(
      names
        .filter((name) => name.endsWith(ending))
        .map(async (file) => {
          const text = await projects.read(place, join(folder, file)).catch(() => '')
          return readTemplate(file.slice(0, -ending.length), text, from)
        }),
    )
    return found.filter((one) => one !== undefined)
  }
  const own = await read(packageFolder(), ownFolder, 'iris')
  const theirs = await read(project, templateFolder, 'project')
  const names = new Set(theirs.map(({ name }) => name))
  return [...theirs, ...own.filter(({ name }) => !names.has(name))]
}

function readTemplate(name: string, text: string, from: Template['from']): Template | undefined {
  const read = Name.safeParse(name).success ? readFrontMatter(text, Fields) : undefined
  if (!read || 'mistakes' in read || !isGlob(read.fields.files)) return undefined
  const body = read.body.trim()
  if (body === '' || fence(body, { most: body.length }).length > maxTold) return undefined
  return { name, from, files: read.fields.files, action: read.fields.action, body }
}

function isGlob(files: string): boolean {
  try {
    readGlob(files)
    return true
  } catch {
    // It says so with an error; here it is one more file that is no template.
    return false
  }
}
