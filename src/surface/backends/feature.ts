import { isDeepStrictEqual } from 'node:util'
import type { bridgeNoun, OperationsOf } from '../../contract/index.ts'
import { feature } from '../../core/features/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { BackendDeps, Backends } from './backend.ts'
import { openBackend } from './backends.ts'
import { ircBackendMigrations } from './irc/index.ts'

type From = Omit<BackendDeps, 'settings'> & { config: () => CompiledConfig }

function createBackends({ config, ...deps }: From): Backends {
  let settings = config().channels
  let current = openBackend({ ...deps, settings })
  let last = Promise.resolve()
  let isStarted = false
  return {
    start() {
      isStarted = true
      return current.start()
    },
    carry: (posted) => current.carry(posted),
    state: () => current.state(),
    refresh: () => (last = last.then(follow)),
    async close() {
      await last
      await current.close()
    },
  }

  async function follow(): Promise<void> {
    if (isDeepStrictEqual(settings, config().channels)) return
    settings = config().channels
    await current.close()
    current = openBackend({ ...deps, settings })
    if (isStarted) await current.start()
  }
}

/** The rooms elsewhere: on an IRC server that is there already. */
export const backendsFeature = feature({
  name: 'backends',
  migrations: ircBackendMigrations,
  create: createBackends,
  operations: (backends): OperationsOf<typeof bridgeNoun> => ({ readBridge: () => backends.state() }),
  reacts: { 'message.posted': (backends, { data }) => backends.carry(data) },
  close: (backends) => backends.close(),
})
