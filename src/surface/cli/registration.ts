import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { IrisError } from '../../contract/plain.ts'
import type { Environment } from '../../platform/config/plain.ts'
import { messageOf, packageFolder, systemCode, unifiedDiff } from '../../platform/lib/index.ts'
import { removeMember, setMember } from './json-text.ts'

export type Scope = 'user' | 'project'

/** A change of Claude Code's settings, shown before it is made. */
export interface Plan {
  file: string
  /** Empty when there is nothing to do. */
  diff: string
  /** Makes the change; returns where the old file was kept, if there was one. */
  apply(): string | null
}

const place = ['mcpServers', 'iris'] as const

/** Where Claude Code keeps its MCP servers. */
export function settingsFile(scope: Scope, { userHome, variables }: Environment): string {
  if (scope === 'project') return resolve('.mcp.json')
  return join(variables['CLAUDE_CONFIG_DIR'] || userHome, '.claude.json')
}

/** How Claude Code is to start the bridge. A project's file is shared, so it names nothing of this machine. */
export function serverEntry(scope: Scope, { variables }: Environment): object {
  if (scope === 'project') return { type: 'stdio', command: 'iris', args: ['mcp'] }
  const script = join(packageFolder(), 'bin', 'iris.js')
  const home = variables['IRIS_HOME']
  const env = home ? { IRIS_HOME: resolve(home) } : {}
  return { type: 'stdio', command: process.execPath, args: [script, 'mcp'], env }
}

/** Plans to register Iris as `entry`. */
export function planSetting(file: string, entry: object): Plan {
  const before = read(file)
  const { servers } = check(file, before)
  const isSet = JSON.stringify(servers['iris']) === JSON.stringify(entry)
  return planOf(file, before, isSet ? before : setMember(before || '{}\n', place, entry))
}

/** Plans to take Iris out. */
export function planRemoval(file: string): Plan {
  const before = read(file)
  const { servers } = check(file, before)
  return planOf(file, before, Object.hasOwn(servers, 'iris') ? removeMember(before, place) : before)
}

function planOf(file: string, before: string, after: string): Plan {
  check(file, after)
  return {
    file,
    diff: unifiedDiff(file, before, after),
    apply() {
      if (after === before) return null
      const target = real(file)
      const backup = before === '' ? null : `${target}.before-iris`
      if (backup) write(backup, before, target)
      write(target, after, target)
      return backup
    },
  }
}

function read(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    return text.trim() === '' ? '' : text
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return ''
    throw new IrisError('CLAUDE_SETTINGS_INVALID', `${file} cannot be read.`, { cause: error })
  }
}

/** Throws unless the text is a document this code may change. */
function check(file: string, text: string): { servers: Record<string, unknown> } {
  const settings = objectIn(text === '' ? {} : parse(file, text))
  const servers = objectIn(settings?.['mcpServers'] ?? {})
  if (!settings) throw new IrisError('CLAUDE_SETTINGS_INVALID', `${file} holds no JSON object.`)
  if (!servers) throw new IrisError('CLAUDE_SETTINGS_INVALID', `mcpServers in ${file} is not an object.`)
  return { servers }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new IrisError('CLAUDE_SETTINGS_INVALID', `${file} is not valid JSON.`, { cause: error })
  }
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value)) : undefined
}

/** A link stays a link: what it leads to is replaced. */
function real(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** Whole or not at all, with the permissions of `like`; a file that is new is for its owner only. */
function write(file: string, text: string, like: string): void {
  const draft = join(dirname(file), `.${randomUUID()}.iris`)
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(handle, text)
      fchmodSync(handle, modeOf(like))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new IrisError('CLAUDE_SETTINGS_INVALID', `${file} cannot be written: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

function modeOf(file: string): number {
  try {
    return statSync(file).mode & 0o777
  } catch {
    return 0o600
  }
}
