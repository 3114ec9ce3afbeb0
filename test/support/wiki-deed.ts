// Does one deed in the wiki of the world in a folder, and kills itself at a step.
import { reopenWikiWorld, user } from '../../src/core/wiki/world.suite.ts'

const [folder = '', deed = '', revision = '', step = '', remote = ''] = process.argv.slice(2)
let isBegun = false
const world = reopenWikiWorld(folder, {
  at: (name) => isBegun && name === step && process.kill(process.pid, 'SIGKILL'),
})
Object.assign(world.settings, remote === '' ? {} : { remote })
const project = 'shop'
const deeds: Record<string, () => Promise<unknown>> = {
  write: () => world.calls.writePage({ project, page: 'A', text: 'written\n', revision }, user),
  rename: () => world.calls.renamePage({ project, page: 'B', to: 'Moved/B' }, user),
  pull: () => world.calls.syncWiki({ project }, user),
}
// What the last daemon left is put in order before the deed.
await world.calls.listPages({ project, prefix: '' }, user)
isBegun = true
await deeds[deed]?.()
await world.close()
