export { daemonEntry, startInBackground } from '../connection/index.ts'
