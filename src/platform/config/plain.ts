// The part of this folder without schemas and YAML: what a command needs to find the daemon.
export { readEnvironment, type Environment } from './environment.ts'
