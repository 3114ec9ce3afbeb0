/** What a code means wherever it surfaces: HTTP status, CLI exit code and the way out. */
export interface ErrorKind {
  status: number
  exit: number
  advice: string
}
