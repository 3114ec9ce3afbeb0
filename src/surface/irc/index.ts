export {
  createLineReader,
  cutText,
  formatMessage,
  formatTags,
  parseMessage,
  type Message as IrcMessage,
} from './codec/index.ts'
export { isLoopback } from './loopback.ts'
export { openIrcDoor, type DoorDeps } from './door/door.ts'
export type { IrcServer } from './server/server.ts'
