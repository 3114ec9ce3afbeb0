import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The command that runs the entry `sibling` (`./main`) beside the module `from` (its `import.meta.url`), from sources or from the build. */
export function entryPoint(from: string, sibling: string): { command: string; args: string[] } {
  const fromSources = from.endsWith('.ts')
  const file = fileURLToPath(new URL(`${sibling}${fromSources ? '.ts' : '.js'}`, from))
  return { command: process.execPath, args: fromSources ? ['--import', tsx(from), file] : [file] }
}

/** An absolute address, because `--import tsx` is looked up from the current folder, which may be anywhere. */
function tsx(from: string): string {
  return pathToFileURL(createRequire(from).resolve('tsx')).href
}
