// The part of this door that needs no daemon.
export { addStandaloneAccount, serveStandalone } from './standalone/serve.ts'
