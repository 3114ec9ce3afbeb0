import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainWiki } from './plain.ts'

export {
  maxAttachment,
  maxPageText,
  ownProject,
  type FoundPage,
  type PageAuthor,
  type PageChange,
  type PageDeed,
  type PageInfo,
  type PageRevision,
  type WikiInfo,
} from './schemas.ts'

/** Pages in git, one wiki per project. */
export const wikiNoun = defineNoun(plainWiki, { ids: [], events, operations })
