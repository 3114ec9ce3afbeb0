// Builds dist: the programs as bundles, because a few files load quicker than hundreds, the pages, the types, and the
// licences of what is in them.
import { rmSync, writeFileSync } from 'node:fs'
import { build, type Metafile } from 'esbuild'
import { build as buildPages, type Plugin } from 'vite'
import { bundle } from './bundle.ts'
import { licensesOf } from './licenses.ts'
import { writeTypes } from './types.ts'

rmSync('dist', { recursive: true, force: true })
// The pages take the beginning of their style sheet from Tailwind.
const inPages = new Set(['node_modules/tailwindcss/index.css'])
const [{ metafile }] = await Promise.all([
  build({ ...bundle, metafile: true }),
  buildPages({ logLevel: 'warn', plugins: [noting(inPages)] }),
  writeTypes('dist/index.d.ts'),
])
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licensesOf([...inputsOf(metafile), ...inPages]))

/** Notes of which files the pages are made. */
function noting(files: Set<string>): Plugin {
  return {
    name: 'note-files',
    generateBundle(_, output) {
      for (const part of Object.values(output))
        if (part.type === 'chunk') for (const file of part.moduleIds) files.add(file)
    },
  }
}

function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
}
