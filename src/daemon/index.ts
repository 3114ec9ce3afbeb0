export { createDaemon, type Daemon, type DaemonOptions } from './daemon.ts'
