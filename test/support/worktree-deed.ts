// Does one deed in a worktree of the world in a folder, and kills itself at a step; what a step tears is torn first.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reopenWorktreeWorld } from '../../src/core/worktrees/world.suite.ts'

const [folder = '', deed = '', task = '', step = '', tears = ''] = process.argv.slice(2)
const by = 'user'
const worktree = join(folder, 'shop', '.worktrees', `agent-task-${task}`)

const world = reopenWorktreeWorld(folder, {
  at(name) {
    if (name !== step) return
    // As git leaves it that is killed while it removes or writes files.
    if (tears === 'removal') for (const file of ['.git', 'a.txt']) rmSync(join(worktree, file))
    if (tears === 'files') {
      writeFileSync(join(worktree, 'a.txt'), '')
      writeFileSync(join(folder, 'shop', '.git', 'worktrees', `agent-task-${task}`, 'index.lock'), '')
    }
    process.kill(process.pid, 'SIGKILL')
  },
})
const deeds: Record<string, () => Promise<unknown>> = {
  make: () => world.worktrees.make(task, { by }),
  checkpoint: () => world.worktrees.checkpoint(task, { note: 'again', by }),
  'take in': () => {
    const commit = world.git(join(folder, 'shop'), 'rev-parse', 'part').trim()
    return world.worktrees.takeIn(task, { commit, what: 'shop-b2', by })
  },
  return: () => world.worktrees.returnTo(task, { by }),
  rescue: () => world.worktrees.rescue(task, { reason: 'The agent died.', by }),
  remove: () => world.worktrees.remove(task, by),
}
await deeds[deed]?.()
await world.close()
