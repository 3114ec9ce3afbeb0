import { basename, join } from 'node:path'
import { z } from 'zod'
import { IrisError, RoleKey, type TeammateRole } from '../../contract/index.ts'
import { describeMistake, readFrontMatter } from '../../platform/config/index.ts'
import { harmless, messageOf, packageFolder } from '../../platform/lib/index.ts'
import type { Projects } from '../../platform/projects/index.ts'

const maxFiles = 64
const maxNames = 1000
const ending = '.md'

const line = z.string().trim().min(1).max(500)
const Fields = z.strictObject({
  name: line.max(40),
  avatar: z.string().trim().max(16).default(''),
  description: line,
  tools: z
    .union([z.array(line), line.transform((text) => text.split(',').map((tool) => tool.trim()))])
    .optional()
    .describe('a list of tools'),
  model: line.optional(),
})

/** The roles that a roster of a project may name, and what is wrong with their files. */
interface Roles {
  roles: ReadonlyMap<string, TeammateRole>
  mistakes: readonly RoleMistake[]
}

/** Something wrong with the file of a role. */
interface RoleMistake {
  role: string
  text: string
}

/** Reads the roles that Iris brings, and those of a project over them. */
export async function readRoles(projects: Projects, project: string | undefined): Promise<Roles> {
  const own = await readFolder(projects, { project: packageFolder(), folder: 'roles', from: 'iris' })
  const place =
    project === undefined ? undefined : { project, folder: '.iris/roles', from: 'project' as const }
  const theirs = place ? await readFolder(projects, place) : []
  const roles = new Map<string, TeammateRole>()
  const mistakes: RoleMistake[] = []
  for (const read of [...own, ...theirs]) {
    if ('prompt' in read) roles.set(read.role, read)
    else {
      // A project that meant to replace a role does not get the one it replaced.
      roles.delete(read.role)
      mistakes.push(read)
    }
  }
  return { roles, mistakes }
}

/** The role of that key; throws with what is wrong with its file, or which roles there are. */
export function roleNamed({ roles, mistakes }: Roles, key: string): TeammateRole {
  const role = roles.get(key)
  if (role) return role
  const wrong = mistakes.filter((mistake) => mistake.role === key)
  if (wrong.length > 0) throw new IrisError('ROLE_INVALID', wrong.map(({ text }) => text).join('\n'))
  throw new IrisError('ROLE_UNKNOWN', `There is no role ${key}. There are: ${[...roles.keys()].join(', ')}.`)
}

interface Place {
  project: string
  folder: string
  from: TeammateRole['from']
}

async function readFolder(projects: Projects, place: Place): Promise<(TeammateRole | RoleMistake)[]> {
  const { project, folder } = place
  const { names, hasMore } = await projects.list(project, folder, maxNames)
  const files = names.filter((name) => name.endsWith(ending))
  const read: (TeammateRole | RoleMistake)[] = []
  for (const name of files.slice(0, maxFiles)) read.push(await readRole(projects, place, name))
  if (hasMore || files.length > maxFiles) read.push(tooMany(place))
  return read
}

function tooMany({ project, folder }: Place): RoleMistake {
  const text = `found more files than are read, expected at most ${maxFiles} roles among ${maxNames} files`
  return { role: '', text: `${join(project, folder)}: ${text}` }
}

async function readRole(
  projects: Projects,
  { project, folder, from }: Place,
  file: string,
): Promise<TeammateRole | RoleMistake> {
  const path = join(project, folder, file)
  const role = basename(file, ending)
  const mistake = (text: string): RoleMistake => ({ role, text: `${shown(path)}: ${text}` })
  const key = RoleKey.safeParse(role)
  if (!key.success)
    return mistake(`found the name ${shown(role)}, expected ${key.error.issues[0]?.message ?? ''}`)
  const text = await projects.read(project, join(folder, file)).catch((error: unknown) => ({ error }))
  if (typeof text !== 'string')
    return mistake(`found what cannot be read, expected a file: ${messageOf(text.error)}`)
  const read = readFrontMatter(text, Fields)
  if ('mistakes' in read) return mistake(read.mistakes.map(describeMistake).join('; '))
  const prompt = read.body.trim()
  if (prompt === '') return mistake('found no text after the front matter, expected the prompt of the role')
  const { name, avatar, description, tools = null, model = null } = read.fields
  return { role: key.data, name, avatar, description, tools, model, prompt, from, path }
}

/** A name may hold anything, and is shown in terminals. */
function shown(name: string): string {
  return harmless(name).replaceAll('\n', '\\n')
}
