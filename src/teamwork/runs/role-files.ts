import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { RoleKey, type TeammateRole } from '../../contract/index.ts'
import { describeMistake, readFrontMatter } from '../../platform/config/index.ts'
import { messageOf, packageFolder, systemCode } from '../../platform/lib/index.ts'

const largestFile = 256 * 1024
const mostFiles = 64
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
export interface Roles {
  roles: ReadonlyMap<string, TeammateRole>
  mistakes: readonly RoleMistake[]
}

/** Something wrong with the file of a role. */
export interface RoleMistake {
  role: string
  text: string
}

/** Reads the roles that Iris brings, and those of a project over them. */
export function readRoles(project: string | undefined): Roles {
  const own = readFolder(join(packageFolder(), 'roles'), 'iris')
  const theirs = project === undefined ? [] : readFolder(join(project, '.iris', 'roles'), 'project')
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

function readFolder(folder: string, from: TeammateRole['from']): (TeammateRole | RoleMistake)[] {
  const names = listed(folder).filter((name) => name.endsWith(ending))
  return names.slice(0, mostFiles).map((name) => readRole(join(folder, name), from))
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCode(error) ?? '')) return []
    throw error
  }
}

function readRole(path: string, from: TeammateRole['from']): TeammateRole | RoleMistake {
  const role = basename(path, ending)
  const mistake = (text: string): RoleMistake => ({ role, text: `${path}: ${text}` })
  const key = RoleKey.safeParse(role)
  if (!key.success) return mistake(`found the name ${role}, expected ${key.error.issues[0]?.message ?? ''}`)
  const text = textOf(path)
  if (typeof text !== 'string') return mistake(text.wrong)
  const read = readFrontMatter(text, Fields)
  if ('mistakes' in read) return mistake(read.mistakes.map(describeMistake).join('; '))
  const prompt = read.body.trim()
  if (prompt === '') return mistake('found no text after the front matter, expected the prompt of the role')
  const { name, avatar, description, tools = null, model = null } = read.fields
  return { role: key.data, name, avatar, description, tools, model, prompt, from, path }
}

function textOf(path: string): string | { wrong: string } {
  try {
    const { size } = statSync(path)
    if (size > largestFile) return { wrong: `found ${size} bytes, expected at most ${largestFile}` }
    return readFileSync(path, 'utf8')
  } catch (error) {
    return { wrong: `cannot be read: ${messageOf(error)}` }
  }
}
