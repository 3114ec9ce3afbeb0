export { createPool, type Pool } from './pool.ts'
