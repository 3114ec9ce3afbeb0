export { createEmbedded } from './embedded.ts'
