export { manualClock, systemClock, type Cancel, type Clock, type ManualClock } from './clock.ts'
export { within } from './within.ts'
