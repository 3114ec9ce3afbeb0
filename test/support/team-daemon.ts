// A daemon as a process of its own, driven over IPC, so that a test can kill it.
import { IrisError } from '../../src/contract/index.ts'
import { createDaemon } from '../../src/daemon/index.ts'
import { readEnvironment } from '../../src/platform/config/index.ts'
import type { DaemonCall } from './daemon-process.ts'

const daemon = await createDaemon({ environment: readEnvironment() })
const { orchestrator, inbox, log } = daemon

process.on('message', ({ n, call }: { n: number; call: DaemonCall }) => {
  void Promise.resolve()
    .then(() => run(call))
    .then(
      (value) => process.send?.({ n, value }),
      (error: unknown) => process.send?.({ n, error: reasonOf(error) }),
    )
})
// Whoever drives it has gone: nobody is left to end it.
process.on('disconnect', () => process.exit(1))
process.send?.({ n: 0, value: 'ready' })

function reasonOf(error: unknown): string {
  return error instanceof IrisError ? `${error.code}: ${error.message}` : String(error)
}

function run(call: DaemonCall): unknown {
  const user = { name: 'user', kind: 'human' as const }
  if ('tell' in call)
    return orchestrator.tell(user, { to: 'alpha', message: call.tell, patience: call.patience }).outcome
  if ('turn' in call) return orchestrator.findTurn(call.turn)
  if ('allow' in call)
    return inbox.answer(call.allow, { who: { kind: 'human', name: 'user' }, input: { choose: 'y' } })
  if ('events' in call) return log.read({ types: call.events, after: call.after, limit: 1000 })
  if ('remove' in call) return orchestrator.remove(user, call.remove)
  return call.list === 'asks' ? inbox.list({ state: 'open', limit: 200 }).asks : orchestrator.sessions()
}
