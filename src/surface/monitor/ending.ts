const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** When a program that runs until it is told otherwise has been told. */
export interface Ended {
  promise: Promise<void>
  end: () => void
  /** Signals do again what they did before. */
  close: () => void
}

/** Ends by `end`, by a signal, or when nobody reads what is written. */
export function untilEnded(program: NodeJS.Process): Ended {
  let end: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  for (const signal of signals) program.on(signal, end)
  // The reader has gone (a closed pipe, a lost connection): there is nobody to tell.
  program.stdout.on('error', end)
  return {
    promise,
    end,
    close() {
      for (const signal of signals) program.off(signal, end)
    },
  }
}
