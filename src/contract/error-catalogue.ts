import { plainNouns } from './plain-nouns.ts'
import { together } from './together.ts'

/** Every error code Iris may show, each declared by its noun. docs/errors.md explains each; a test compares the two. */
export const errorCatalogue = together(plainNouns, 'errors')

export type ErrorCode = keyof typeof errorCatalogue
