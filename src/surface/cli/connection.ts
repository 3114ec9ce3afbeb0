export { connect, findDaemon } from '../connection/index.ts'
