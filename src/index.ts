// The embeddable API: run a daemon inside your own process, or talk to one that runs.
export {
  createClient,
  type Client,
  type ClientOptions,
  type EventStreamOptions,
  type TellInput,
  type TellStep,
} from './client/index.ts'
export { IrisError, type ErrorCode, type Event, type EventType } from './contract/index.ts'
export { createDaemon, type Daemon, type DaemonOptions } from './daemon/index.ts'
export { readEnvironment } from './platform/config/index.ts'
