export type { Identify } from './caller.ts'
export { startHttp, type HttpServer } from './server.ts'
