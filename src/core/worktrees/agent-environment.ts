import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../platform/lib/index.ts'
import { hookNames, hookScript } from './hook-script.ts'

const folderOf = (home: string): string => join(home, 'git-hooks')

/**
 * What leads every git of an agent to the hooks of Iris. It is in the environment only: nothing is written to the
 * configuration of the repository. Settings that the agent gets by the same way stay.
 */
export function agentEnvironment(
  home: string,
  protectedBranches: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const before = Number.parseInt(own['GIT_CONFIG_COUNT'] ?? '0', 10) || 0
  return {
    GIT_CONFIG_COUNT: String(before + 1),
    [`GIT_CONFIG_KEY_${before}`]: 'core.hooksPath',
    [`GIT_CONFIG_VALUE_${before}`]: folderOf(home),
    IRIS_PROTECTED_BRANCHES: protectedBranches.join('\n'),
  }
}

/** Sees to it that the hooks are in the home; the same each time, so those that are there are left. */
export function writeHooks(home: string): void {
  const folder = folderOf(home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const file of hookNames.map((name) => join(folder, name)))
    if (!isHook(file)) replaceFile(file, hookScript, 0o700)
}

function isHook(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return (
    found?.isFile() === true && (found.mode & 0o777) === 0o700 && readFileSync(file, 'utf8') === hookScript
  )
}
