export { daemonName, irisName, personName } from './author.ts'
export type { SeatsPort } from './context.ts'
export { roomsFeature } from './feature.ts'
export type { Rooms } from './rooms.ts'
