import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { refused } = exitCodes

/** The part without schemas of tokens and the ways to log in. */
export const plainTokens = plainNoun({
  http: {
    listTokens: 'GET /api/tokens',
    createToken: 'POST /api/tokens',
    revokeToken: 'DELETE /api/tokens/:token',
    createLoginLink: 'POST /api/login/link',
  },
  errors: {
    TOKEN_MISSING: {
      status: 401,
      exit: refused,
      advice: 'Send `Authorization: Bearer <token>`; yours is in the file `token` of your Iris home.',
    },
    TOKEN_INVALID: {
      status: 401,
      exit: refused,
      advice: 'The token is unknown or revoked. Make one with `iris token create`.',
    },
    FORBIDDEN: {
      status: 403,
      exit: refused,
      advice: 'This token may not do that. Use one with the role `human`.',
    },
    LOGIN_LINK_INVALID: {
      status: 401,
      exit: refused,
      advice: 'A link works once, for a minute, on this machine. Run `iris open` for another.',
    },
  },
})
