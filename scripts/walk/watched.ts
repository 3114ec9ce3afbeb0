import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { bundle } from '../bundle.ts'

interface Script {
  url: string
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
}

const root = join(import.meta.dirname, '..', '..')

/** The two doors by which the log is heard, and what stands there when nobody hears it. */
const doors = [
  {
    file: 'src/core/store/log.ts',
    find: '  const group = createGroup({',
    put: `  tails.batches = async function* ({ signal }) { await new Promise((end) => signal.addEventListener('abort', end)) }
  const group = createGroup({`,
  },
  {
    file: 'src/core/features/in-order.ts',
    find: 'log.react([type], (event, append) => reaction(service, event, append))',
    put: '',
  },
]

const deaf: Plugin = {
  name: 'deaf',
  setup(building) {
    for (const { file, find, put } of doors)
      building.onLoad({ filter: new RegExp(`${file}$`) }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        if (!text.includes(find)) throw new Error(`${file} has no longer: ${find}`)
        return { contents: text.replace(find, () => put), loader: 'ts' }
      })
  },
}

/** The programs as they are, but each says on SIGUSR2 which functions ran since it was last asked. */
export async function buildWatched(folder: string, { isHeard }: { isHeard: boolean }): Promise<void> {
  const watch = `import { Session as WalkSession } from 'node:inspector'; import { writeFileSync as walkWrite, renameSync as walkRename } from 'node:fs';
if (!globalThis.walked) { globalThis.walked = true; const walk = new WalkSession(); walk.connect(); walk.post('Profiler.enable');
walk.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('SIGUSR2', () => walk.post('Profiler.takePreciseCoverage', (_, found) => {
const file = ${JSON.stringify(takenIn(folder))} + '/' + process.pid; walkWrite(file + '.part', JSON.stringify(found.result)); walkRename(file + '.part', file + '.json') })) }`
  mkdirSync(takenIn(folder), { recursive: true })
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  for (const needed of ['node_modules', 'roles', 'templates'])
    symlinkSync(join(root, needed), join(folder, needed))
  await build({
    ...bundle,
    absWorkingDir: root,
    outdir: join(folder, 'dist'),
    banner: { js: `${bundle.banner.js}${watch}` },
    plugins: isHeard ? [] : [deaf],
  })
}

/** The files of what ran in these processes since this was last asked. */
export async function coverageOf(folder: string, pids: readonly number[]): Promise<string[]> {
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  const files = pids.map((pid) => join(takenIn(folder), `${pid}.json`))
  while (!files.every((file) => existsSync(file))) await pause(10)
  const scripts = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Script[])
  for (const file of files) rmSync(file)
  return filesIn(scripts.filter(({ url }) => url.includes(`${folder}/dist/`)))
}

/** The bundler names each file before what is in it. */
function filesIn(scripts: readonly Script[]): string[] {
  const found = new Set<string>()
  for (const { url, functions } of scripts) {
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const marks = [...text.matchAll(/^ *\/\/ (\S+\.[cm]?[jt]sx?)$/gm)]
    for (const { functionName, ranges } of functions) {
      const [range] = ranges
      if (!range || range.count === 0 || (functionName === '' && range.startOffset === 0)) continue
      const file = marks.findLast(({ index }) => index < range.startOffset)?.[1]
      if (file?.startsWith('src/')) found.add(file)
    }
  }
  return [...found].toSorted()
}

function takenIn(folder: string): string {
  return join(folder, 'taken')
}
