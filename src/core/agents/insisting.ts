import type { Pipe } from '../transport/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

/** A pipe that lives says hello at once, however busy its agents are. */
const answersWithin = 3000

/**
 * From now on the pipe has to answer. One that does not, such as one that was suspended, is let go of: whoever waits
 * for it hears that the connection has ended, and it keeps its agents.
 */
export function insistOnAnswers(deps: {
  clock: Clock
  pipe: () => Pick<Pipe, 'hello' | 'close'> | undefined
  onSilent: () => void
}): Cancel {
  let cancel = ask()
  return () => cancel()

  function ask(): Cancel {
    const asked = deps.pipe()
    let isSilent = asked !== undefined
    const heard = (): void => void (isSilent = false)
    // One that has gone keeps nobody waiting either.
    asked?.hello().then(heard, heard)
    return deps.clock.after(answersWithin, () => {
      if (isSilent) {
        deps.onSilent()
        asked?.close()
      }
      cancel = ask()
    })
  }
}
