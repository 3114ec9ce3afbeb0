// Prints which source files a warm `team_tell` goes through, from the socket to the agent's stdin and back: those with
// a function that ran meanwhile, in the daemon and in iris-pipe, by V8's precise coverage. The same is told to a daemon
// in which nobody hears the log: what does not run there is beside the way, and is printed apart.
// Run: npm run walk
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDaemon } from './walk/daemon.ts'
import { buildWatched, coverageOf } from './walk/watched.ts'

const target = 50
const warmTells = 5

const all = await walk({ isHeard: true })
const onTheWay = await walk({ isHeard: false })
const beside = all.filter((file) => !onTheWay.includes(file))
print('On the way', onTheWay)
print('Beside it, because somebody hears the log', beside)
console.log(`${onTheWay.length} files on the way (target: at most ${target}), ${beside.length} beside it`)

/** The files of one more tell to a team that has been told before. */
async function walk(how: { isHeard: boolean }): Promise<string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-walk-')))
  try {
    await buildWatched(folder, how)
    const daemon = await startDaemon(folder)
    try {
      for (let n = 0; n < warmTells; n += 1) await daemon.tell()
      await coverageOf(folder, daemon.pids())
      await daemon.tell()
      return await coverageOf(folder, daemon.pids())
    } finally {
      await daemon.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files, and how many there are in each folder. */
function print(title: string, files: readonly string[]): void {
  const counts = new Map<string, number>()
  console.log(`${title}:`)
  for (const file of files) {
    const name = file.split('/').slice(1, 3).join('/')
    counts.set(name, (counts.get(name) ?? 0) + 1)
    console.log(`  ${file}`)
  }
  for (const [name, count] of counts) console.log(`${String(count).padStart(6)} ${name}`)
}
