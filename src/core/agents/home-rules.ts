import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Team } from '../../platform/config/index.ts'

/** Reading covers searching too, and editing every other way to write, as the CLI understands its rules. */
const tools = ['Read', 'Edit', 'Write', 'NotebookEdit', 'Glob', 'Grep'] as const

/** What Iris keeps in its home. */
const own = [
  'config.yaml*',
  'token*',
  'agent-key*',
  'irisd*',
  'iris.db*',
  'backups/**',
  'logs/**',
  'pipe/**',
  'prompts/**',
  'agent/**',
  'users/**',
]

/**
 * The rules that keep an agent's tools from the home of Iris: its tokens, its database, its config. A team whose folder
 * is inside the home is kept from what Iris has there.
 */
export function homeRules(iris: { home: string; database: string }, { path }: Pick<Team, 'path'>): string[] {
  const homes = [...new Set([iris.home, realOf(iris.home)])]
  const isWithin = homes.some((home) => isInside(home, path))
  const patterns = homes.flatMap((home) => (isWithin ? own : ['**']).map((name) => join(plain(home), name)))
  if (!homes.some((home) => isInside(home, iris.database))) patterns.push(`${plain(iris.database)}*`)
  return tools.flatMap((tool) => patterns.map((pattern) => `${tool}(/${pattern})`))
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

/** The home is ours, so that it may be looked at here. */
function realOf(home: string): string {
  try {
    return realpathSync(home)
  } catch {
    // It is made before any agent starts.
    return home
  }
}

/** What means something in a rule or in a list of them stands for any one character: the CLI takes no escapes there. */
function plain(path: string): string {
  return path.replaceAll(/[^\w./@+:-]/g, '?')
}
