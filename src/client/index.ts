export { createClient, type Client, type ClientOptions } from './client.ts'
export type { EventStreamOptions } from './event-stream.ts'
