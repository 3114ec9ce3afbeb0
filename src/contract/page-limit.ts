import { z } from 'zod'

/** How many items a page of a tool holds; small, because a model reads it. */
export const PageLimit = z.int().min(1).max(200).default(20).describe('How many at most')
