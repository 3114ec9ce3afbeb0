// The door of the daemon with rooms behind it, as a process of its own, without flood control.
// A person has one name in Iris however many tokens they hold; here every client has a name of its own, as on ergo.
import { join } from 'node:path'
import { channelMigrations, createChannels } from '../../src/core/channels/index.ts'
import { createLog, openStore } from '../../src/core/store/index.ts'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openIrcDoor } from '../../src/surface/irc/index.ts'
import type { RoomsDeps } from '../../src/teamwork/rooms/context.ts'
import { roomMigrations } from '../../src/teamwork/rooms/migrations.ts'
import { roomOperations } from '../../src/teamwork/rooms/operations.ts'
import { createRooms } from '../../src/teamwork/rooms/rooms.ts'
import { onPosted } from '../../src/teamwork/rooms/waking.ts'

const [folder = '.', rooms = '20'] = process.argv.slice(2)
const sql = openStore(join(folder, 'iris.db'), [channelMigrations, roomMigrations])
const log = createLog({ sql, clock: systemClock })
const channels = createChannels({ sql, log, clock: systemClock })
// There are no teams, so nobody is woken, and neither tasks nor sessions nor the inbox are asked anything.
const deps = {
  sql,
  log,
  clock: systemClock,
  channels,
  config: () => ({ teams: new Map() }),
} as unknown as RoomsDeps
const made = createRooms(deps)
log.react(['message.posted'], (event) => onPosted(made.context, event))
for (let n = 0; n < Number(rooms); n += 1) channels.open({ name: `#room-${n}` }, 'user')

let last = ''
const door = await openIrcDoor(
  {
    operations: roomOperations(made),
    channels,
    log,
    identify(secret) {
      last = secret
      return { role: 'human', name: secret }
    },
    nameOf: () => last,
    clock: systemClock,
    onFault: (error) => console.error(error),
  },
  { host: '127.0.0.1', port: 0, limits: { flood: undefined } },
)
process.send?.({ port: door.port })
process.once('disconnect', () => {
  void door
    .close()
    .then(() => channels.close())
    .then(() => log.close())
    .then(() => sql.close())
})
