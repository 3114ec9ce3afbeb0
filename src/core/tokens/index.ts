export { createLogin, type Login } from './login.ts'
export { createTokens, tokenMigrations, type Tokens } from './tokens.ts'
export { openAgentSecrets, type AgentSecrets } from './agent-secrets.ts'
