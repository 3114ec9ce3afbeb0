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
      advice: 'Send `Authorization: Bearer <token>`. Yours is in the file `token` in your Iris home.',
    },
    TOKEN_INVALID: {
      status: 401,
      exit: refused,
      advice: 'The token is unknown or revoked. Create one with `iris token create`.',
    },
    FORBIDDEN: {
      status: 403,
      exit: refused,
      advice: 'This token may not do that. Use one with the role `human`.',
    },
    LOGIN_LINK_INVALID: {
      status: 401,
      exit: refused,
      advice: 'A link works once, within a minute, on this machine. Get another with `iris open`.',
    },
  },
})
