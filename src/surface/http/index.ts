export type { Identify } from './caller.ts'
export { startHttp, type HttpOptions, type HttpServer } from './server.ts'
