export { createLogger, type Fields, type Logger, type LogLevel } from './logger.ts'
