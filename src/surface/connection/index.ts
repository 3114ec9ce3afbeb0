export { daemonEntry, daemonVariables, daemonFlags, reachDaemon, startInBackground } from './background.ts'
export { connect, findDaemon, isOlder, type FoundDaemon } from './connection.ts'
export { sendOverHttp } from './send.ts'
