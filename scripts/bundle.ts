import type { BuildOptions } from 'esbuild'

/** Packages in the older module format ask for Node's own modules by `require`. */
const require = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/** How the programs are bundled: one file each beside the parts they share or load later. */
export const bundle = {
  entryPoints: [
    'src/surface/cli/main.ts',
    'src/daemon/main.ts',
    'src/core/transport/pipe/main.ts',
    'src/platform/process/starter/main.ts',
    'src/platform/sqlite/check-main.ts',
    'src/teamwork/pipeline/ux/main.ts',
    'src/rehearsal/main.ts',
    'src/rehearsal/demo/main.ts',
    'src/index.ts',
  ],
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Found at run time or not at all: one is native, the other only wanted by a debugger.
  external: ['better-sqlite3', 'react-devtools-core'],
  // React and Ink decide by these what is for developers of React and Ink.
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  banner: { js: require },
  logLevel: 'warning',
} satisfies BuildOptions
