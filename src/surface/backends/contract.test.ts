import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStandalone } from '../irc/plain.ts'
import { backendContract } from './contract.suite.ts'
import { openEmbeddedWorld } from './embedded/world.suite.ts'
import { openReturningClient } from './irc/returning-client.suite.ts'
import { openBridgeWorld, until } from './irc/world.suite.ts'

backendContract('embedded', openEmbeddedWorld)

backendContract('irc', async () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-irc-'))
  const server = await serveStandalone({
    home,
    host: '127.0.0.1',
    port: 0,
    name: 'irc.test',
    onFault: (error) => {
      throw error
    },
  })
  const world = await openBridgeWorld({ port: server.port })
  await world.connected()
  const ends: (() => void)[] = []
  return {
    get channels() {
      return world.channels
    },
    say: (room, body, author) => world.say(body, author, room),
    async outsider({ name: channel }) {
      const nick = `ann${ends.length}`
      const client = openReturningClient(server.port, { nick, channel })
      ends.push(() => client.end())
      // Both are in: what is said to a room that Iris is only coming into it hears as little as anybody.
      await until(() => client.sees('iris'))
      return {
        name: `${nick}/irc`,
        heard: () => client.heard,
        async say(text) {
          await client.say(text)
        },
      }
    },
    reopen: () => world.reopen(),
    settled: () => world.settled(),
    async end() {
      for (const end of ends) end()
      await world.end()
      await server.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
})
