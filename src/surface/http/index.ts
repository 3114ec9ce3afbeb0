export type { Handlers } from './app.ts'
export { startHttp, type HttpOptions, type HttpServer } from './server.ts'
