import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient, type Client } from '../../src/client/index.ts'
import { bundled } from '../bundle/sources.ts'

/** A daemon in a process of its own, to be killed and started again in the same home. */
export interface MortalDaemon {
  /** Resolves once it answers. */
  start(home: string): Promise<Client>
  /** With `kill -9`; resolves once it is gone. One that is gone already, or never began, is left alone. */
  kill(): Promise<void>
}

export function mortalDaemon(): MortalDaemon {
  let daemon: ChildProcess | undefined
  return {
    async start(home) {
      daemon = fork(bundled(join(import.meta.dirname, 'lease-daemon.ts')), {
        execArgv: [],
        env: { ...process.env, IRIS_HOME: home, HOME: home },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const [started] = (await once(daemon, 'message')) as [{ url: string; token: string }]
      return createClient(started)
    },
    async kill() {
      if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return
      const exit = once(daemon, 'exit')
      daemon.kill('SIGKILL')
      await exit
    },
  }
}
