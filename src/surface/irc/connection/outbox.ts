/** Something with lines to send. */
export interface Sender {
  /** Whether it is sent after the others of its round, and as part of what is written down about them. */
  isLate: boolean
  /** Puts aside what is written so far, and gives what sends it. */
  seal(): () => void
}

/** Writes down what was sent late in a round, in one change with the sending. */
interface Recorder {
  seal(): (send: () => void) => void
}

/** Lets what was written in one round go out together, once what it tells of is on disk. */
export interface Outbox {
  /** This one has something to send. */
  add(sender: Sender): void
  /** This one has something to write down of the round. */
  record(recorder: Recorder): void
}

export function createOutbox(deps: {
  /** Settles once everything written so far is on disk. */
  settled?: (() => Promise<void>) | undefined
  onFault: (error: unknown) => void
}): Outbox {
  const waiting = new Set<Sender>()
  let recorder: Recorder | undefined
  let isAtWork = false

  return {
    add(sender) {
      waiting.add(sender)
      begin()
    },
    record(wanted) {
      recorder = wanted
      begin()
    },
  }

  function begin(): void {
    if (isAtWork) return
    isAtWork = true
    setImmediate(() => void rounds())
  }

  /** One after the other: what comes while the disk is at work goes out together with the next. */
  async function rounds(): Promise<void> {
    while (waiting.size > 0 || recorder) {
      const sendRound = sealed()
      try {
        await deps.settled?.()
        sendRound()
      } catch (error) {
        // What could not be written down is told to nobody.
        deps.onFault(error)
      }
      await new Promise(setImmediate)
    }
    isAtWork = false
  }

  function sealed(): () => void {
    const all = [...waiting].map((sender) => ({ isLate: sender.isLate, send: sender.seal() }))
    const record = recorder?.seal() ?? ((send) => send())
    waiting.clear()
    recorder = undefined
    const sendAll = (late: boolean): void => {
      for (const { isLate, send } of all) if (isLate === late) send()
    }
    return () => {
      sendAll(false)
      record(() => sendAll(true))
    }
  }
}
