import { IrisError } from '../contract/index.ts'
import { systemClock } from '../platform/clock/index.ts'
import type { Environment } from '../platform/config/index.ts'
import { endTree, entryPoint, startProcess, type PipedProcess } from '../platform/process/index.ts'
import { findDaemon } from '../surface/connection/index.ts'

const maxStart = 60_000
const maxShown = 64_000
const usualGrace = 10_000

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

interface Running {
  process: Promise<PipedProcess>
  place: Promise<Place>
}

/** `program` is what runs the demo; `graceMs` how long it may take to end what it started. */
export function createDemo({
  environment,
  program = entryPoint('rehearsal/demo/main'),
  graceMs = usualGrace,
}: {
  environment: Environment
  program?: { command: string; args: string[] }
  graceMs?: number
}): Demo {
  let running: Running | undefined

  return {
    async start() {
      if (running) return { url: await newLink(await running.place) }
      // Kept before it runs: who asks meanwhile, or closes, must know of it.
      running = begin()
      return { url: (await running.place).link }
    },
    async close() {
      if (running) await end(running)
    },
  }

  function begin(): Running {
    const { command, args } = program
    const env = environment.variables
    const process = startProcess({ command, args: [...args, '--keep', '--attached'], cwd: '/', env })
    const place = process.then(placeIn)
    const own = { process, place }
    place.catch(() => end(own)).catch(() => undefined)
    const over = process.then(({ exited }) => exited).catch(() => undefined)
    void over.then(() => (running = running === own ? undefined : running))
    return own
  }

  /** With all it started; one that does not leave in time is ended. */
  async function end({ process }: Running): Promise<void> {
    const started = await process.catch(() => undefined)
    if (started) await endTree(started.pid, { graceMs, clock: systemClock })
  }
}

/** A link works once, so every further browser gets one of its own. */
async function newLink({ home }: Place): Promise<string> {
  const demo = await findDaemon(home)
  if (!demo) throw new IrisError('DEMO_DID_NOT_START', 'The demo that was started does not answer.')
  return (await demo.client.call('createLoginLink', {})).url
}

/** The home and the link, which the demo prints first; what it prints later is read and forgotten. */
function placeIn({ stdout, stderr, exited }: PipedProcess): Promise<Place> {
  let shown = ''
  return new Promise((resolve, reject) => {
    const fail = (): void =>
      reject(new IrisError('DEMO_DID_NOT_START', `The demo did not start: ${shown.trim().slice(-500)}`))
    const timer = setTimeout(fail, maxStart)
    const look = (chunk: Buffer): void => {
      if (shown.length < maxShown) shown += chunk.toString('utf8')
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
