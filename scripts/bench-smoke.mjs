// Every benchmark in its short form, two at a time: their figures are not judged, only whether they still run.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const benches = [
  'run',
  'tell',
  'dashboard',
  'work',
  'org',
  'tasks',
  'review',
  'log',
  'wiki',
  'rooms',
  'rooms-irc',
  'watch',
  'rules',
  'questions',
]
const failed = []
await Promise.all([work(), work()])
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)

async function work() {
  for (let bench = benches.shift(); bench !== undefined; bench = benches.shift()) {
    const began = performance.now()
    const { code, output } = await ran(bench)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`${bench}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n${output}\n`)
    if (code !== 0) failed.push(bench)
  }
}

async function ran(bench) {
  const child = spawn('npx', ['tsx', `bench/${bench}.ts`, '--smoke'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((done) => child.on('close', done))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: out + err }
}
