import { IrisError } from '../contract/index.ts'
import type { Environment } from '../platform/config/index.ts'
import { entryPoint, startProcess, type PipedProcess } from '../platform/process/index.ts'

const longestStart = 60_000
const mostShown = 64_000

/** The rehearsal demo as a process of its own: another daemon, another home, nothing of yours. */
export interface Demo {
  /** Starts it, or finds it running; gives the address to open. */
  start(): Promise<{ url: string }>
  close(): Promise<void>
}

export function createDemo({ environment }: { environment: Environment }): Demo {
  let running: { process: PipedProcess; link: Promise<string> } | undefined

  return {
    async start() {
      // A link works once; whoever used it is known to the demo already.
      if (running) return { url: new URL('/', await running.link).href }
      const { command, args } = entryPoint('rehearsal/demo/main')
      const process = await startProcess({
        command,
        args: [...args, '--keep'],
        cwd: '/',
        env: environment.variables,
      })
      const started = { process, link: linkIn(process) }
      running = started
      void process.exited.then(() => (running = running === started ? undefined : running))
      return { url: await started.link }
    },
    async close() {
      if (!running) return
      const { process } = running
      process.signal('SIGTERM')
      await process.exited
    },
  }
}

/** The link the demo prints first; what it prints later is read and forgotten. */
function linkIn({ stdout, stderr, exited }: PipedProcess): Promise<string> {
  let shown = ''
  return new Promise((resolve, reject) => {
    const fail = (): void =>
      reject(new IrisError('DEMO_DID_NOT_START', `The demo did not start: ${shown.trim().slice(-500)}`))
    const timer = setTimeout(fail, longestStart)
    const look = (chunk: Buffer): void => {
      if (shown.length < mostShown) shown += chunk.toString('utf8')
      const link = /http:\S+\/login#[\w-]+/.exec(shown)?.[0]
      if (!link) return
      clearTimeout(timer)
      resolve(link)
    }
    stdout.on('data', look)
    stderr.on('data', look)
    void exited.then(() => (clearTimeout(timer), fail()))
  })
}
