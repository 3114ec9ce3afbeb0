// Merges or undoes in a process of its own, which kills itself at a step, or once git has begun to write files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openMergeWorld } from '../../src/core/merges/world.suite.ts'

const [folder = '', deed = '', wanted = ''] = process.argv.slice(2)
const die = (): void => void process.kill(process.pid, 'SIGKILL')
const world = await openMergeWorld({
  folder,
  at(step) {
    if (step === wanted) die()
    if (step === 'moving' && wanted === 'git writes')
      setInterval(() => existsSync(join(folder, 'started')) && die(), 5)
  },
})
if (deed === 'merge' || deed === 'squash') await world.merge('shop-1', { how: deed })
else await world.undo('shop-1', deed === 'undo' ? 'restored' : 'reverted')
await world.end()
