// The server of its own, `iris irc serve`, as a process of its own, without flood control.
import { serveStandalone } from '../../src/surface/irc/plain.ts'

const [home = '.'] = process.argv.slice(2)
const server = await serveStandalone({
  home,
  host: '127.0.0.1',
  port: 0,
  name: 'irc.bench',
  limits: { flood: undefined },
  onFault: (error) => console.error(error),
})
process.send?.({ port: server.port })
process.once('disconnect', () => void server.close())
