/** What must be stopped, in the reverse of the order it was started. */
export interface Stops {
  add: (stop: () => Promise<void> | void) => void
  hasRun(): boolean
  /** Stops everything once; a part that fails to stop does not keep the others running. */
  run(): Promise<void>
  done: Promise<void>
}

export function createStops(): Stops {
  const stops: (() => Promise<void> | void)[] = []
  let running: Promise<void> | undefined
  let settle: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    settle = resolve
  })
  return {
    add: (stop) => stops.push(stop),
    hasRun: () => running !== undefined,
    run: () => (running ??= stopAll().finally(settle)),
    done,
  }

  async function stopAll(): Promise<void> {
    const failures: unknown[] = []
    for (const stop of stops.toReversed()) {
      try {
        await stop()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts did not stop cleanly')
  }
}
