export { createNames, type Names } from './names.ts'
