// The process behind `npm run demo`.
import { parseArgs } from 'node:util'
import { exitCodes, IrisError } from '../../contract/index.ts'
import { readEnvironment } from '../../platform/config/index.ts'
import { harmless, messageOf } from '../../platform/lib/index.ts'
import { runDemo } from './demo.ts'
import { createScreen } from './screen.ts'

// As slow as a quick model, so that people can follow.
const usualPace = 500

const environment = readEnvironment()
const screen = createScreen(process.stdout, process.stdout.isTTY && !environment.variables['NO_COLOR'])
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// Nobody reads on: what was started is still to be ended.
process.stdout.on('error', () => stop.abort())
process.stderr.on('error', () => stop.abort())

try {
  const { keep, attached, model, pace } = readArguments()
  // Whoever holds our stdin may be killed without a word; then nobody would end us.
  if (attached) process.stdin.resume().once('close', () => stop.abort())
  process.exitCode = await runDemo({ keep, model, pace, screen, signal: stop.signal, environment })
} catch (error) {
  screen.close()
  const known = error instanceof IrisError ? error : undefined
  process.stderr.write(harmless(`✗ ${messageOf(error)}\n${known ? `  ${known.kind.advice}\n` : ''}`))
  process.exitCode = known?.kind.exit ?? exitCodes.unexpected
} finally {
  screen.close()
  // Held open by whoever started us, it would keep us alive.
  process.stdin.destroy()
}

function readArguments(): { keep: boolean; attached: boolean; model: string | undefined; pace: number } {
  try {
    const { values } = parseArgs({
      options: {
        keep: { type: 'boolean', default: false },
        attached: { type: 'boolean', default: false },
        model: { type: 'string' },
        fast: { type: 'boolean', default: false },
      },
    })
    const { keep, attached, model, fast } = values
    return { keep, attached, model, pace: fast ? 0 : usualPace }
  } catch (error) {
    throw new IrisError('USAGE', `${messageOf(error)} The demo takes --keep, --fast and --model <name>.`, {
      cause: error,
    })
  }
}
