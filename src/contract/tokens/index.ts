import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { prefixedId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { Nothing, operation, people } from '../operation.ts'
import { TaskId, TaskName } from '../tasks/schemas.ts'
import { plainTokens } from './plain.ts'

export const TokenId = prefixedId('tok')
export type TokenId = z.infer<typeof TokenId>

/** What a token that a person makes may do. Agents get theirs from Iris. */
export const TokenRole = z.enum(['human', 'observer', 'worker', 'delegate']).describe('What the token may do')
export type TokenRole = z.infer<typeof TokenRole>

const Token = z.object({
  id: TokenId,
  name: z.string(),
  role: TokenRole,
  task: TaskId.nullable().describe('The one task that a worker works on'),
  mayAnswer: z.boolean().describe('Whether a delegate may answer asks'),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  revokedAt: z.int().nullable(),
  expiresAt: z.int().nullable(),
})
export type Token = z.infer<typeof Token>

const TokenName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\p{L}\p{N} ._@-]+$/u, 'letters, digits, spaces and . _ @ - only')

/** Who may talk to the daemon. */
export const tokensNoun = defineNoun(plainTokens, {
  ids: [TokenId],
  events: {
    'token.created': defineEvent(1, z.object({ token: TokenId, name: z.string(), role: z.string() })),
    'token.revoked': defineEvent(1, z.object({ token: TokenId, name: z.string() })),
  },
  operations: {
    listTokens: operation({
      summary: 'Every token, without its secret',
      input: Nothing,
      output: z.object({ tokens: z.array(Token) }),
      for: people,
    }),
    createToken: operation({
      summary: 'Makes a token; its secret is shown this once',
      input: z
        .object({
          name: TokenName,
          role: TokenRole.default('human'),
          task: TaskName.optional().describe('For the role worker: the one task it works on'),
          mayAnswer: z.boolean().default(false).describe('For the role delegate: it may answer asks too'),
        })
        .refine(({ role, task }) => (role === 'worker') === (task !== undefined), {
          path: ['task'],
          error: 'a worker has one task, and nobody else has any',
        })
        .refine(({ role, mayAnswer }) => role === 'delegate' || !mayAnswer, {
          path: ['mayAnswer'],
          error: 'only a delegate needs to be told; a person may answer anyway',
        }),
      output: z.object({ token: Token, secret: z.string() }),
      for: people,
    }),
    revokeToken: operation({
      summary: 'Makes a token invalid for good',
      input: z.object({ token: TokenId }),
      output: z.object({ token: Token }),
      for: people,
    }),
    createLoginLink: operation({
      summary: 'A link that opens the dashboard once, within a minute, in a browser on this machine',
      input: z.object({
        file: z
          .boolean()
          .default(false)
          .describe('also put it into a file of the home, for a browser to open'),
        public: z.boolean().default(false).describe('a link of the address that settings.publicUrl names'),
      }),
      output: z.object({
        url: z.string(),
        expiresAt: z.int(),
        file: z.string().nullable().describe('leads a browser to the link; only its owner can read it'),
      }),
      for: people,
    }),
  },
})
