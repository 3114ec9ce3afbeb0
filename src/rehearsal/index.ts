export type { Playbook } from './playbook.ts'
export { loadPlaybook, parsePlaybook } from './playbook-parser.ts'
export type { RecordedRequest } from './record.ts'
export { startRehearsal, type Rehearsal, type RehearsalOptions } from './rehearsal.ts'
