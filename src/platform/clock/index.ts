export { manualClock, systemClock, within, type Cancel, type Clock, type ManualClock } from './clock.ts'
export { createMoments, type Moments } from './moments.ts'
