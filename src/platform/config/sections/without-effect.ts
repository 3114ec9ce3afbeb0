const noTemperature = 'Claude Code has no setting for it.'
const noQueueFile = 'the queue is in the database of Iris, in one transaction with its events.'

/** Keys of the founding documents that are read and cannot be honoured. */
export const withoutEffect = [
  { path: ['agent', 'temperature'], why: noTemperature },
  { path: ['agent', 'queueSqlitePath'], why: noQueueFile },
] as const

/** Their descriptions. */
export const idleDescriptions = {
  temperature: `Has no effect: ${noTemperature}`,
  queueSqlitePath: `Has no effect: ${noQueueFile}`,
} as const
