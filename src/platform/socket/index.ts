export { openListener } from './listener.ts'
export { choosePlace, isOwnPlace, openOwnFolder } from './place.ts'
