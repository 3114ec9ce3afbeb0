import type { Backend, BackendDeps } from './backend.ts'
import { createEmbedded } from './embedded/index.ts'
import { createIrc } from './irc/index.ts'

/** Every backend by the word that chooses it. Another one is a folder, and a line here. */
const backends: {
  readonly [Name in BackendDeps['settings']['backend']]: (deps: BackendDeps) => Backend | undefined
} = {
  embedded: createEmbedded,
  irc: (deps) => deps.settings.irc && createIrc(deps, deps.settings.irc),
}

/** The backend that the settings name; without what it needs, rooms are in Iris alone. */
export function openBackend(deps: BackendDeps): Backend {
  return backends[deps.settings.backend](deps) ?? createEmbedded()
}
