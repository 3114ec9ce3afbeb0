import { createHash, randomBytes } from 'node:crypto'

/** A secret that nobody guesses. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a verifier belongs to a challenge (RFC 7636, S256). */
export function isVerified(verifier: string, challenge: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
