export { daemonEntry, daemonVariables, daemonFlags, reachDaemon, startInBackground } from './background.ts'
export { connect, findDaemon, type FoundDaemon } from './connection.ts'
