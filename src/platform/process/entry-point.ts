import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder } from '../lib/index.ts'

/** The command that runs the program whose source is `src/<path>.ts`, from sources or from the build. */
export function entryPoint(path: string): { command: string; args: string[] } {
  const folder = packageFolder()
  const args = import.meta.url.endsWith('.ts')
    ? ['--import', tsx(), join(folder, 'src', `${path}.ts`)]
    : [join(folder, 'dist', `${path}.js`)]
  return { command: process.execPath, args }
}

/** An absolute address, because `--import tsx` is looked up from the current folder, which may be anywhere. */
function tsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}
