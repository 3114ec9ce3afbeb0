export { harmless } from './harmless.ts'
