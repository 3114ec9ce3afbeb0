export { report, startDetached, startReporting, type ReportingProcess } from './detached.ts'
export { entryPoint } from './entry-point.ts'
export { isAlive, isSameProcessAlive, pidOf, processIdentity } from './identity.ts'
export { leave } from './leaving.ts'
export { memoryOf } from './memory.ts'
export { peerOf } from './peer.ts'
export { lockHolder, takeLock, type Lock } from './lock.ts'
export { endGroup, runInGroup, type GroupCommand, type GroupOutcome } from './run-in-group.ts'
export { runToEnd, type Outcome, type ShortCommand } from './run-to-end.ts'
export {
  startProcess,
  type Command,
  type Environment,
  type Exit,
  type PipedProcess,
  type RunningProcess,
  type StartOptions,
} from './start.ts'
export { createStarter, type RunCommand, type RunInGroup, type Starter } from './starter/starter.ts'
export { descendants, endTree, type EndTreeOptions } from './tree.ts'
