import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

/** Writes the types of the embeddable API as one file that needs no package: what it takes from others lies in it. */
export async function writeTypes(file: string): Promise<void> {
  // Inside the checkout, so that what the declarations import is found.
  const folder = join(dirname(file), 'declarations')
  try {
    await declare(folder)
    const types = await rollup({
      input: join(folder, 'index.d.ts'),
      external: /^node:/,
      plugins: [dts({ respectExternal: true })],
    })
    await types.write({ file, format: 'es' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function declare(folder: string): Promise<void> {
  const tsc = 'node_modules/typescript-7/bin/tsc'
  // Checkers that work side by side each look at most of the types: one takes half the processor time of four.
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder, '--singleThreaded']
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error('The types do not compile.')
}
