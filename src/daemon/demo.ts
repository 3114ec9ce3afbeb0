import { readFile } from 'node:fs/promises'
import { createClient } from '../client/index.ts'
import { homeFiles, IrisError } from '../contract/index.ts'
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

/** Where a demo that runs is found. */
interface Place {
  /** Works once. */
  link: string
  home: string
}

export function createDemo({ environment }: { environment: Environment }): Demo {
  let running: { process: PipedProcess; place: Promise<Place> } | undefined

  return {
    async start() {
      if (running) return { url: await newLink(await running.place) }
      const { command, args } = entryPoint('rehearsal/demo/main')
      const process = await startProcess({
        command,
        args: [...args, '--keep'],
        cwd: '/',
        env: environment.variables,
      })
      const started = { process, place: placeIn(process) }
      running = started
      void process.exited.then(() => (running = running === started ? undefined : running))
      return { url: (await started.place).link }
    },
    async close() {
      if (!running) return
      const { process } = running
      process.signal('SIGTERM')
      await process.exited
    },
  }
}

/** A link works once, so every further browser gets one of its own. */
async function newLink({ link, home }: Place): Promise<string> {
  const token = (await readFile(homeFiles(home).token, 'utf8')).trim()
  const client = createClient({ url: new URL(link).origin, token })
  return (await client.call('createLoginLink', {})).url
}

/** The home and the link, which the demo prints first; what it prints later is read and forgotten. */
function placeIn({ stdout, stderr, exited }: PipedProcess): Promise<Place> {
  let shown = ''
  return new Promise((resolve, reject) => {
    const fail = (): void =>
      reject(new IrisError('DEMO_DID_NOT_START', `The demo did not start: ${shown.trim().slice(-500)}`))
    const timer = setTimeout(fail, longestStart)
    const look = (chunk: Buffer): void => {
      if (shown.length < mostShown) shown += chunk.toString('utf8')
      const link = /http:\S+\/login#[\w-]+/.exec(shown)?.[0]
      const home = /^ {2}Home {5}(.+)$/m.exec(shown)?.[1]
      if (!link || !home) return
      clearTimeout(timer)
      resolve({ link, home })
    }
    stdout.on('data', look)
    stderr.on('data', look)
    void exited.then(() => (clearTimeout(timer), fail()))
  })
}
