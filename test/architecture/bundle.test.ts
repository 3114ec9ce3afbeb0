import { build, type Metafile } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { bundle } from '../../scripts/bundle.ts'

let metafile: Metafile
beforeAll(async () => {
  ;({ metafile } = await build({ ...bundle, write: false, metafile: true }))
})

test('[CLI22] iris status loads neither schemas nor the parser of the config', () => {
  const loaded = loadedBy(metafile, ['src/surface/cli/main.ts', 'src/surface/cli/commands/status.ts'])
  expect(loaded).toContain('node_modules/commander/lib/command.js')
  expect(loaded.filter((file) => /node_modules\/(zod|yaml|pino|rxjs|hono)\//.test(file))).toEqual([])
})

test('[MON21] Ink and React are loaded only when a screen is drawn', () => {
  const loaded = loadedBy(metafile, ['src/surface/cli/main.ts', 'src/surface/cli/commands/monitor.ts'])
  expect(loaded).toContain('src/surface/monitor/feed.ts')
  expect(loaded.filter((file) => /node_modules\/(ink|react|yoga-layout|zod|yaml)\//.test(file))).toEqual([])
})

/** The sources in the outputs of some entries and in everything these import at once. */
function loadedBy({ outputs }: Metafile, entries: string[]): string[] {
  const files = new Set(
    Object.keys(outputs).filter((file) => entries.includes(outputs[file]?.entryPoint ?? '')),
  )
  expect(files.size).toBe(entries.length)
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) files.add(path)
    }
  }
  return [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {})).map(inPackages)
}

/** Packages may lie in a linked folder. */
function inPackages(file: string): string {
  return file.replace(/^.*(?=node_modules\/)/, '')
}
