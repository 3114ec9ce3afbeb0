export { startHttp, type HttpServer } from './server.ts'
