import type { OperationsOf, tokensNoun } from '../../contract/index.ts'
import type { Login } from './login.ts'
import type { Tokens } from './tokens.ts'

/** What the operations on tokens do. */
export function tokenOperations(deps: {
  tokens: Tokens
  login: Login
  /** Puts a link into a file that only its owner can read, and gives its path. */
  writeLink: (url: string) => string
  url: () => string
}): OperationsOf<typeof tokensNoun> {
  const { tokens, login } = deps
  return {
    listTokens: () => ({ tokens: tokens.list() }),
    createToken: (input) => tokens.create(input),
    revokeToken: ({ token }) => ({ token: tokens.revoke(token) }),
    createLoginLink({ file }) {
      const { ticket, expiresAt } = login.issue()
      const url = `${deps.url()}/login#${ticket}`
      return { url, expiresAt, file: file ? deps.writeLink(url) : null }
    },
  }
}
