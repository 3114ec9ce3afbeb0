import { isAbsolute } from 'node:path'
import { z } from 'zod'

const absolutePathExpected = 'an absolute path, or one that starts with ~/'
const commandExpected = 'the name of a command, an absolute path, or a path that starts with ~/'

/** Text with at least one character that can go on a command line. */
export const words = z
  .string()
  .min(1)
  .refine(hasNoNul, { error: 'text without NUL characters' })
  .meta({ title: 'text that is not empty' })

/** A folder or file, absolute or under the user's home. */
export const absolutePath = words
  .refine(isRooted, { error: absolutePathExpected })
  .meta({ title: absolutePathExpected })

/** A program: found on PATH by its name, or by where it is. */
export const command = words
  .refine((text) => isRooted(text) || !/[\\/]/.test(text), { error: commandExpected })
  .meta({ title: commandExpected })

/** Variables for a child process. Values are text, so numbers stand in quotes. */
export const environmentVariables = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
    error: 'a variable name: letters, digits and "_", not starting with a digit',
  }),
  z
    .string()
    .refine(hasNoNul, { error: 'text without NUL characters' })
    .meta({ title: 'text; put numbers, true and false in quotes', examples: ['1'] }),
)

/** What an agent can ask. */
export const askKind = z.enum(['permission', 'question', 'plan', 'decision'])

/** Who decides when an agent asks for permission. */
export const permissionMode = z.enum(['yes', 'no', 'ask', 'forward'])

function isRooted(text: string): boolean {
  return isAbsolute(text) || text.startsWith('/') || text.startsWith('~/')
}

function hasNoNul(text: string): boolean {
  return !text.includes('\0')
}
