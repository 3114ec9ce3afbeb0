// Which of the changes that stand in the sources is on. On the whole process's object: tests and what runs them may each load this.

/** What the sources ask and whoever runs the tests sets. */
interface Switches {
  /** The change that is on; 0 for none. */
  on: number
  /** The places that were come to. */
  reached: Set<number>
  /** A value between two steps of one expression. */
  kept: unknown
}

declare global {
  var switches: Switches | undefined
}

export const switches: Switches = (globalThis.switches ??= { on: 0, reached: new Set(), kept: undefined })

/** Whether a change is on, at the place of which this is asked. */
export function isOn(change: number): boolean {
  switches.reached.add(change)
  return switches.on === change
}

const operators: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '-': (a, b) => a - b,
  '+': (a, b) => a + b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

/** Two values by an operator, or by the other one when the change is on. */
export function either(change: number, values: [unknown, unknown], signs: [string, string]): unknown {
  return operators[signs[isOn(change) ? 1 : 0]]?.(values[0] as never, values[1] as never)
}
