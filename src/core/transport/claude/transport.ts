import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Fields, IrisError } from '../../../contract/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { replaceFile } from '../../../platform/lib/index.ts'
import type { AttachPoint, AskReply, RunningAgent, Transport } from '../agent.ts'
import type { AgentExit, Pipe } from '../pipe/index.ts'
import { closeAgent } from './closing.ts'
import { createControl, type Control, type ControlRequest } from './control.ts'
import { number } from './fields.ts'
import { createFollowing } from './following.ts'
import { launchOf } from './launch.ts'
import { userLine } from './user-message.ts'

const startLimitMs = 120_000
const answerLimitMs = 30_000

/** What the transport works with; a new connection to the pipe needs a new transport. */
export interface TransportDeps {
  pipe: Pipe
  clock: Clock
}

/** Talks to Claude Code over stream-json, through iris-pipe. */
export function createTransport(deps: TransportDeps): Transport {
  const { pipe } = deps
  return {
    async start(spec) {
      const { id, conversation, label } = spec
      const { opening, file, ...launch } = launchOf(spec)
      const removeFile = file ? putFile(file) : () => undefined
      await pipe.spawn({ id, ...launch, ...(label !== undefined && { label }) }).catch((error: unknown) => {
        removeFile()
        throw error
      })
      if (opening !== undefined) {
        // Who reads the output learns that the agent went before it could read this.
        pipe.write({ id, key: 'opening', data: opening }).catch(() => {})
      }
      const from = { id, offset: 0, conversation: conversation.id }
      const agent = runningAgent(deps, from, initialize)
      // Once it takes input it has read what it was started with; so it has when it is gone.
      agent
        .ready()
        .catch(() => undefined)
        .finally(removeFile)
      return agent
    },
    attach: (from) => runningAgent(deps, from, greet),
  }
}

/** For the owner's eyes only, and no longer than it is needed; returns how to remove it. */
function putFile({ path, text }: { path: string; text: string }): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, text)
  return () => rmSync(path, { force: true })
}

/** The first request warms the CLI up and asks for the words of subagents too. Written at once, so that it precedes any message. */
function initialize(control: Control): () => Promise<unknown> {
  const answer = control.ask({ subtype: 'initialize', forwardSubagentText: true }, startLimitMs)
  // Asked for by us; whoever needs it hears of a failure from ready().
  answer.catch(() => {})
  return () => answer
}

/** An agent of before has been initialized; any answer shows that it takes input. */
function greet(control: Control): () => Promise<unknown> {
  return () => control.ask({ subtype: 'get_binary_version' }, startLimitMs)
}

function runningAgent(
  { pipe, clock }: TransportDeps,
  from: AttachPoint,
  begin: (control: Control) => () => Promise<unknown>,
): RunningAgent {
  const { id } = from
  const following = createFollowing(pipe, from, {
    answered: ({ request, answer }) => control.answered(request, answer),
    ended: (why) => control.fail('exit' in why ? gone(id, why.exit) : why.error),
  })
  const control = createControl({ clock, write, hold: following.hold })
  const ready = begin(control)

  return {
    id,
    output$: following.output$,
    ready: async () => void (await ready()),
    send: (message) => write(`message:${message.uuid}`, userLine(message)),
    interrupt: () => command({ subtype: 'interrupt' }),
    answer: (request, reply) => write(`answer:${request}`, answerLine(request, reply)),
    setModel: (model) => command({ subtype: 'set_model', model }),
    setPermissionMode: (mode) => command({ subtype: 'set_permission_mode', mode }),
    stopSubagent: (id) => command({ subtype: 'stop_task', task_id: id }),
    async contextUsage() {
      // Without `detail` newer CLIs call the model's API to count.
      const usage = await ask({ subtype: 'get_context_usage', detail: 'summary' })
      return {
        used: number(usage, 'totalTokens'),
        max: number(usage, 'maxTokens'),
        percent: number(usage, 'percentage'),
      }
    },
    async pulse() {
      try {
        await ask({ subtype: 'get_binary_version' })
      } catch (error) {
        // A version that does not know the question has heard it.
        if (!(error instanceof IrisError && error.code === 'AGENT_REFUSED')) throw error
      }
    },
    complaints: () => pipe.stderr(id),
    close: ({ graceMs }) => closeAgent({ pipe, clock, id, exited: following.exited }, graceMs),
    exited: following.exited,
  }

  async function write(key: string, data: string): Promise<void> {
    await pipe.write({ id, key, data })
  }

  async function command(request: ControlRequest): Promise<void> {
    await ask(request)
  }

  function ask(request: ControlRequest): Promise<Fields> {
    return control.ask(request, answerLimitMs)
  }
}

function answerLine(request: string, reply: AskReply): string {
  const response = { subtype: 'success', request_id: request, response: permissionOf(reply) }
  return `${JSON.stringify({ type: 'control_response', response })}\n`
}

function permissionOf(reply: AskReply): Fields {
  if (!reply.allow) {
    const { message, endsTurn = false } = reply
    return { behavior: 'deny', message, ...(endsTurn && { interrupt: true }) }
  }
  const { input, remember } = reply
  return { behavior: 'allow', updatedInput: input, ...(remember && { updatedPermissions: remember }) }
}

function gone(id: string, { code, signal }: AgentExit): IrisError {
  return new IrisError('PIPE_AGENT_GONE', `${id} ended (${signal ?? `exit code ${code ?? 'unknown'}`}).`)
}
