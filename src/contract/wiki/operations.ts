import { operations as reading } from './reading-operations.ts'
import { operations as writing } from './writing-operations.ts'

/** What can be done with the wiki. */
export const operations = { ...reading, ...writing }
