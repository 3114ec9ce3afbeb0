import { IrisError } from '../../contract/index.ts'
import type { EventLog } from './log.ts'

/** What a change gave, once it is on disk. When the disk fails, the error says what was done: doing it again would do it twice. */
export function onceOnDisk<T>(log: Pick<EventLog, 'settle'>, given: T): T {
  try {
    log.settle()
    return given
  } catch (cause) {
    if (!(cause instanceof IrisError)) throw cause
    throw new IrisError(cause.code, cause.message, { cause, details: { ...cause.details, done: given } })
  }
}
