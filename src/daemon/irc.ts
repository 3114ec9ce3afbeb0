import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { openIrcDoor, type DoorDeps, type IrcServer } from '../surface/irc/index.ts'
import type { CompiledConfig } from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'

type IrcSettings = CompiledConfig['irc']

/** The door for IRC clients, open while the configuration names a port. */
export interface IrcDoor {
  /** Opens, moves or closes it, as the configuration says now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export function createIrcDoor(deps: DoorDeps & { config: () => CompiledConfig; logger: Logger }): IrcDoor {
  let opened: { settings: IrcSettings; server: IrcServer } | undefined
  let last = Promise.resolve()
  let isClosed = false
  return {
    refresh: () => (last = last.then(follow)),
    async close() {
      isClosed = true
      await last
      await shut()
    },
  }

  async function follow(): Promise<void> {
    const settings = deps.config().irc
    if (isClosed || isDeepStrictEqual(opened?.settings, settings)) return
    await shut()
    if (settings.port === undefined) return
    try {
      const server = await openIrcDoor(deps, placeOf(settings))
      opened = { settings, server }
      deps.logger.info('irc opened', { host: settings.host, port: server.port })
    } catch (error) {
      // What else the daemon does matters more than this door.
      deps.logger.error('irc did not open', { host: settings.host, port: settings.port, err: error })
    }
  }

  async function shut(): Promise<void> {
    const before = opened
    opened = undefined
    await before?.server.close()
  }
}

function placeOf({ host, port = 0, cert, key }: IrcSettings): Parameters<typeof openIrcDoor>[1] {
  if (cert === undefined || key === undefined) return { host, port }
  return { host, port, certificate: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } }
}
