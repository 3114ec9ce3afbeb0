export { manualClock, systemClock, type Cancel, type Clock, type ManualClock } from './clock.ts'
export { createMoments, type Moments } from './moments.ts'
export { within } from './within.ts'
