export { rulingsFeature } from './feature.ts'
export { rulingMigrations } from './rows.ts'
export { createRulings, type Rulings } from './rulings.ts'
