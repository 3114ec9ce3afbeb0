import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..', '..')

/** A folder of the sources, and the end-to-end tests of it in stages: the next is run only when nobody noticed before. */
export interface Area {
  folder: string
  stages: readonly (readonly string[])[]
}

const e2e = (...names: string[]): string[] => names.map((name) => `test/e2e/${name}.test.ts`)

/** Where random mutations are made. */
export const areas: readonly Area[] = [
  {
    folder: 'src/surface/http',
    stages: [e2e('http', 'login', 'rough-clients'), e2e('teams-http', 'writing', 'stays')],
  },
  { folder: 'src/core/tokens', stages: [e2e('http', 'login')] },
  { folder: 'src/surface/mcp', stages: [e2e('inbox', 'mcp-claude', 'iris-agent')] },
  { folder: 'src/core/sessions', stages: [e2e('teams', 'asks')] },
  { folder: 'src/teamwork/orchestrator', stages: [e2e('teams', 'teams-http', 'two-agents')] },
  { folder: 'src/core/inbox', stages: [e2e('inbox', 'asks')] },
  { folder: 'src/core/store', stages: [e2e('http')] },
  { folder: 'src/platform/sqlite', stages: [e2e('http')] },
]

/** The files of an area that may be changed, read. A program of its own runs from `dist`, where no change is. */
export function sourcesOf({ folder }: Area): ts.SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') && !/\.(test|suite)\.ts$|migrations\.ts$|index\.ts$|-main\.ts$/.test(name),
    )
    .toSorted()
    .map((name) => join(folder, name))
    .map((file) =>
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ESNext, true),
    )
}
