/** One thing an agent did, as far as going round in circles concerns. */
export type AgentStep =
  | {
      kind: 'action'
      action: string
      result: string
      failed: boolean
      /** It said that it waits: polling on purpose is no loop. */
      isWait: boolean
    }
  | { kind: 'message'; text: string }
  /** The conversation met its limit and was cut. */
  | { kind: 'trimmed' }

export interface LoopSettings {
  sameResult: number
  sameError: number
  sameMessage: number
  alternating: number
  trimmed: number
}

export const loopDefaults: LoopSettings = {
  sameResult: 4,
  sameError: 3,
  sameMessage: 3,
  alternating: 6,
  trimmed: 10,
}

export type LoopPattern = 'same_result' | 'same_error' | 'same_message' | 'alternating' | 'trimmed'

/** The circle an agent goes round in at the end of its steps; null for none. */
export function findLoop(
  steps: readonly AgentStep[],
  settings: LoopSettings = loopDefaults,
): LoopPattern | null {
  const done = steps.filter((step) => !(step.kind === 'action' && step.isWait))
  const newest = done.toReversed()
  if (isRun(newest, settings.sameError, (step) => (isFailed(step) ? step.action : undefined)))
    return 'same_error'
  if (isRun(newest, settings.sameResult, nameOf)) return 'same_result'
  if (isRun(newest, settings.sameMessage, (step) => (step.kind === 'message' ? step.text : undefined)))
    return 'same_message'
  if (isAlternating(newest.slice(0, settings.alternating).map(nameOf), settings.alternating))
    return 'alternating'
  return isRun(newest, settings.trimmed, (step) => (step.kind === 'trimmed' ? 'trimmed' : undefined))
    ? 'trimmed'
    : null
}

/** Whether the newest so many steps have one and the same name; a step without one breaks the run. */
function isRun(
  newest: readonly AgentStep[],
  length: number,
  nameOf: (step: AgentStep) => string | undefined,
): boolean {
  const names = newest.slice(0, length).map(nameOf)
  return length > 0 && names.length === length && names[0] !== undefined && new Set(names).size === 1
}

function isFailed(step: AgentStep): step is AgentStep & { kind: 'action' } {
  return step.kind === 'action' && step.failed
}

function nameOf(step: AgentStep): string | undefined {
  return step.kind === 'action' ? JSON.stringify([step.action, step.result]) : undefined
}

function isAlternating(names: readonly (string | undefined)[], length: number): boolean {
  const [one, other] = names
  if (length < 4 || names.length < length || one === undefined || other === undefined || one === other)
    return false
  return names.every((name, place) => name === (place % 2 === 0 ? one : other))
}
