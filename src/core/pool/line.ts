/** Callers that wait their turn; the first in line is woken when something changes. */
export interface Line {
  wait(): Promise<void>
  next(): void
  all(): void
  length(): number
}

export function createLine(): Line {
  const waiting: (() => void)[] = []
  return {
    wait: () => new Promise((resolve) => void waiting.push(resolve)),
    next: () => waiting.shift()?.(),
    all: () => {
      for (const wake of waiting.splice(0)) wake()
    },
    length: () => waiting.length,
  }
}
