import { IrisError, type OperationsOf, type TaskId, type tokensNoun } from '../../contract/index.ts'
import type { Login } from './login.ts'
import type { Tokens } from './tokens.ts'

/** What the operations on tokens do. */
export function tokenOperations(deps: {
  tokens: Tokens
  login: Login
  /** Puts a link into a file that only its owner can read, and gives its path. */
  writeLink: (url: string) => string
  url: () => string
  /** Where the outside reaches Iris, if it does. */
  publicUrl: () => string | null
  /** The task of a key or an id; throws when there is none. */
  taskOf: (name: string) => TaskId
}): OperationsOf<typeof tokensNoun> {
  const { tokens, login } = deps
  return {
    listTokens: () => ({ tokens: tokens.list() }),
    createToken: ({ task, ...input }) =>
      tokens.create({ ...input, ...(task === undefined ? {} : { task: deps.taskOf(task) }) }),
    revokeToken: ({ token }) => ({ token: tokens.revoke(token) }),
    createLoginLink({ file, public: isPublic }) {
      const base = isPublic ? deps.publicUrl() : deps.url()
      if (base === null) throw new IrisError('INPUT_INVALID', 'No settings.publicUrl is set.')
      const { ticket, expiresAt } = login.issue()
      const url = `${base}/login#${ticket}`
      return { url, expiresAt, file: file ? deps.writeLink(url) : null }
    },
  }
}
