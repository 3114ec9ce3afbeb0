export { createTokens, tokenMigrations, type Tokens } from './tokens.ts'
