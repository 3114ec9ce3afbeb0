/** CLI exit codes; documented in docs/errors.md. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  badInput: 2,
  unreachable: 3,
  notFound: 4,
  refused: 5,
  conflict: 6,
  timeout: 7,
  environment: 8,
} as const
