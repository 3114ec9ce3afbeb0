export { createPool, type Pool, type PooledAgent } from './pool.ts'
