import { accessSync, constants, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Variables } from './environment.ts'

/** Where the Claude Code CLI is and how it was found. */
export interface FoundClaude {
  path: string
  from: 'config' | 'PATH' | 'package'
}

/** By config, then on PATH, then the optional npm package beside Iris; undefined when there is none. */
export function findClaude(configured: string, variables: Variables): FoundClaude | undefined {
  if (isAbsolute(configured))
    return isExecutable(configured) ? { path: configured, from: 'config' } : undefined
  const onPath = (variables['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, configured))
    .find(isExecutable)
  if (onPath) return { path: onPath, from: 'PATH' }
  const inPackage = configured === 'claude' ? packageBinary() : undefined
  return inPackage ? { path: inPackage, from: 'package' } : undefined
}

function packageBinary(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@anthropic-ai/claude-code/package.json')
    const { bin }: { bin?: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'))
    const path = bin?.['claude'] && join(dirname(manifest), bin['claude'])
    return path && isExecutable(path) ? path : undefined
  } catch {
    // The package is optional: not installed means not found.
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
