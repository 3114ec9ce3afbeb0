export { createClient, type Client, type ClientOptions } from './client.ts'
export type { EventStreamOptions } from './event-stream.ts'
export { readPrinted, type Printed } from './printed.ts'
export type { TellInput, TellStep } from './telling.ts'
