export { openListener, type Listener } from './listener.ts'
export { choosePlace, isOwnPlace, openOwnFolder } from './place.ts'
