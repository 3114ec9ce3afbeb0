export { createIrc } from './irc.ts'
export { ircBackendMigrations } from './migrations.ts'
