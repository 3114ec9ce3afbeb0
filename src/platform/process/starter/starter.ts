import type { Cancel, Clock } from '../../clock/index.ts'
import { entryPoint } from '../entry-point.ts'
import { runInGroup, type GroupCommand, type GroupOutcome } from '../run-in-group.ts'
import { runToEnd, type Outcome, type ShortCommand } from '../run-to-end.ts'
import { startProcess } from '../start.ts'
import { createHand, type Hand } from './hand.ts'
import type { PlainCommand } from './lines.ts'

const idleMs = 60_000

/** Runs a short command to its end. */
export type RunCommand = (command: ShortCommand) => Promise<Outcome>

/** Runs a command that is given a group of its own. */
export type RunInGroup = (command: GroupCommand) => Promise<GroupOutcome>

/** Has commands started by a small process, because a large one takes several milliseconds to start another. */
export interface Starter {
  run: RunCommand
  runInGroup: RunInGroup
  /** Lets the small process go; commands are then run from here. */
  close(): Promise<void>
}

/** The small process is started with the first command, which does not wait for it, and goes after a minute without one. */
export function createStarter({ clock }: { clock: Clock }): Starter {
  let hand: Hand | undefined
  let beginning: Promise<void> | undefined
  let isClosed = false
  let cancelRest: Cancel = () => undefined
  return {
    run: (command) =>
      by(
        (own) => (isPlain(command) ? own.run(command) : runToEnd(command)),
        () => runToEnd(command),
      ),
    runInGroup: (command) =>
      by(
        (own) => own.runInGroup(command),
        () => runInGroup(command),
      ),
    async close() {
      isClosed = true
      cancelRest()
      await beginning
      await hand?.close()
    },
  }

  async function by<T>(small: (own: Hand) => Promise<T>, here: () => Promise<T>): Promise<T> {
    const own = hand
    if (!own && !isClosed) beginning ??= begin()
    if (!own) return here()
    cancelRest()
    try {
      return await small(own)
    } finally {
      if (own.busy() === 0) restLater(own)
    }
  }

  async function begin(): Promise<void> {
    const { command, args } = entryPoint('platform/process/starter/main')
    try {
      const child = await startProcess({ command, args, cwd: '/', env: {} })
      const own = createHand(child)
      hand = own
      void child.exited.then(() => forget(own))
      restLater(own)
    } catch {
      // Then commands are run from here, until a later one tries again.
      cancelRest = clock.after(idleMs, () => (beginning = undefined))
    }
  }

  function forget(own: Hand | undefined): void {
    if (hand !== own) return
    hand = undefined
    beginning = undefined
  }

  function restLater(own: Hand): void {
    cancelRest()
    cancelRest = clock.after(idleMs, () => {
      forget(own)
      void own.close()
    })
  }
}

const isPlain = (command: ShortCommand): command is PlainCommand & { signal?: AbortSignal } =>
  typeof (command.input ?? '') === 'string'
