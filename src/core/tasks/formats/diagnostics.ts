/** What can be wrong, or doubtful, in a task file. Those that are errors keep a file from being imported. */
const diagnosticCodes = {
  UNKNOWN_FORMAT: 'error',
  TOO_LARGE: 'error',
  TOO_MANY_EDGES: 'error',
  BAD_BLOCK: 'error',
  DUPLICATE_ID: 'error',
  UNKNOWN_DEPENDENCY: 'error',
  SELF_DEPENDENCY: 'error',
  CYCLE: 'error',
  UNKNOWN_ACTION: 'error',
  MISSING_ID: 'warning',
  NO_PATH: 'warning',
  UNKNOWN_PHASE: 'warning',
  UNKNOWN_STATUS: 'warning',
  TOO_MANY_CONFLICTS: 'warning',
  PARALLEL_CLAIM_CONFLICT: 'warning',
} as const
type DiagnosticCode = keyof typeof diagnosticCodes

/** Something wrong, or doubtful, in a task file, with its line. */
export interface Diagnostic {
  code: DiagnosticCode
  severity: 'error' | 'warning'
  line: number
  message: string
  task?: string
  dependency?: string
  suggestion?: string
  phase?: string
  action?: string
  path?: string
  tasks?: string[]
  cycle?: string[]
}

/** Collects what is wrong while a file is read. */
export interface Diagnostics {
  add: (code: DiagnosticCode, line: number, rest: Omit<Diagnostic, 'code' | 'severity' | 'line'>) => void
  /** All of them, by line. */
  listed: () => Diagnostic[]
}

export function createDiagnostics(): Diagnostics {
  const found: Diagnostic[] = []
  return {
    add: (code, line, rest) => void found.push({ code, severity: diagnosticCodes[code], line, ...rest }),
    listed: () => found.toSorted((a, b) => a.line - b.line),
  }
}
