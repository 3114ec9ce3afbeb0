import type {
  FoundPage,
  PageAuthor,
  PageChange,
  PageInfo,
  PageRevision,
  WikiInfo,
} from '../../contract/index.ts'
import type { Intent } from './intents.ts'

/** A page with its text. */
export interface StoredPage {
  page: string
  revision: string
  text: string
  author: PageAuthor
  changedAt: number
}

/** Who writes, and why. */
export interface Writer {
  author: PageAuthor
  why?: string | undefined
}

/** What a page is to be called. */
export interface NewName {
  page: string
  to: string
  /** Refuses when the links in these pages may not be rewritten. */
  mayRelink?: (pages: readonly string[]) => void
}

/** Where the pages of one project are kept: in git here, or on a server. Names are checked before they come here. */
export interface WikiBackend {
  info(): Promise<Omit<WikiInfo, 'project'>>
  list(prefix: string): Promise<PageInfo[]>
  read(page: string, at?: string): Promise<StoredPage | undefined>
  change(page: string, intent: Intent, by: Writer): Promise<PageChange>
  rename(names: NewName, by: Writer): Promise<PageChange & { relinked: string[] }>
  history(page: string, limit: number): Promise<PageRevision[]>
  diff(page: string, range: { from: string; to?: string | undefined }): Promise<string>
  links(page: string): Promise<{ links: { page: string; isThere: boolean }[]; backlinks: string[] }>
  search(words: string, limit: number): Promise<FoundPage[]>
  attachments(): Promise<string[]>
  attach(file: { path: string; bytes: Buffer; replace: boolean }, by: Writer): Promise<PageChange>
  attachment(path: string): Promise<Buffer | undefined>
  sync(): Promise<{ pulled: number; pushed: number; conflicts: string[] }>
  /** Begins anew where everything was lost. */
  restart(): Promise<void>
  close(): Promise<void>
}
