import { randomUUID } from 'node:crypto'
import {
  createMcpHandler as createSdkHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type AuthInfo,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { IrisError, toErrorBody, type AskId, type Identity } from '../../contract/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Caller, Orchestrator } from '../../teamwork/orchestrator/index.ts'
import { irisName, type IrisAgent } from '../../teamwork/intelligence/index.ts'
import type { Runs } from '../../teamwork/runs/index.ts'
import { goOnWaiting } from './ask-human.ts'
import { createExchanges, type Exchange } from './exchanges.ts'
import type { ReadLines } from './lines.ts'
import { methodsIn, readBody, type Body } from './message.ts'
import { callWantedBy, createMarks, streamFor, type Marks, type WaitingCall } from './resuming.ts'
import type { Failure, IrisContext, Role, Tool } from './tool.ts'
import { toolsFor } from './tools.ts'

export interface McpDeps {
  orchestrator: Orchestrator
  inbox: Inbox
  runs: Runs
  /** Whom a token and, for a person, a working folder stand for. */
  callerFor: (identity: Identity, cwd: string | undefined) => Caller
  /** The Iris agent, whose own process calls too. */
  iris?: Pick<IrisAgent, 'ask' | 'hands'> | undefined
  readLines: ReadLines
  version: string
  clock: Clock
  /** Told of faults inside Iris; the client only sees that there was one. */
  onFault: (error: unknown, where: string) => void
}

/** MCP over Streamable HTTP. It keeps nothing between requests, so a restart of the daemon does not matter. */
export interface McpHandler {
  /** Answers one request whose Host, Origin and token were checked. */
  fetch(request: Request, identity: Identity): Promise<Response>
  /** Lets every waiting client go. */
  close(): Promise<void>
}

/** The tool whose calls wait for people, and outlive a daemon. */
const waitingTool = 'ask_human'
const instructions =
  'Iris runs a coding agent for each team (a project folder). Use team_teams to see whom you can ask and team_tell to ask. A tell is never lost: when you stop waiting, the turn goes on and team_report shows its answer.'

export function createMcpHandler(deps: McpDeps): McpHandler {
  const exchanges = createExchanges()
  const calls = new WeakMap<AuthInfo, Call>()
  let isClosed = false
  const tools = {
    human: toolsFor('human'),
    agent: toolsFor('agent'),
    leader: toolsFor('leader'),
    observer: toolsFor('observer'),
    iris: toolsFor('iris'),
  }
  const handler = createSdkHandler(
    ({ authInfo }) => {
      const call = authInfo && calls.get(authInfo)
      if (!call) throw new Error('an MCP request without its caller')
      return createServer(deps, call)
    },
    { responseMode: 'sse' },
  )

  return {
    async fetch(request, identity) {
      if (isClosed) throw new IrisError('DAEMON_UNREACHABLE', 'Iris is stopping.')
      const sent = await readBody(request)
      const client = clientOf(request, identity)
      const exchange = exchanges.open(request, client)
      for (const cancelled of sent.cancelled) exchanges.cancel(client, cancelled)
      const { role, caller } = whoCalls(deps, identity, folderOf(request))
      const wanted = callWantedBy(request)
      if (wanted) return streamFor(wanted, resume(deps, { caller, exchange }, wanted), deps.clock)
      const marks = createMarks()
      const authInfo: AuthInfo = { token: '', clientId: identity.session ?? identity.name, scopes: [] }
      const iris = deps.iris && { ask: deps.iris.ask, hands: deps.iris.hands, agentSession: identity.name }
      calls.set(authInfo, { caller, tools: tools[role], exchange, marks, iris })
      const { method, headers, url } = request
      const forwarded = new Request(url, { method, headers, signal: exchange.signal, ...bodyFor(sent) })
      const response = await handler.fetch(forwarded, { authInfo, parsedBody: sent.parsed })
      // A name to cancel by, nothing more: no request is refused for having another or none.
      if (methodsIn(sent).includes('initialize')) response.headers.set('mcp-session-id', randomUUID())
      return sent.text.includes(waitingTool) ? marks.within(response) : response
    },
    async close() {
      isClosed = true
      exchanges.close()
      await handler.close()
    },
  }
}

/** The Iris agent's own process is nobody's caller: it has its tools, and they know whose conversation it is. */
function whoCalls(
  deps: McpDeps,
  identity: Identity,
  folder: string | undefined,
): { role: Role; caller: Caller } {
  if (identity.role === 'iris') return { role: 'iris', caller: { name: irisName, kind: 'agent' } }
  const caller = deps.callerFor(identity, folder)
  return { role: roleOf(deps, identity, caller), caller }
}

function roleOf({ runs }: McpDeps, identity: Identity, { kind, session }: Caller): Role {
  if (identity.role === 'observer') return 'observer'
  return kind === 'agent' && session && runs.ledBy(session) ? 'leader' : kind
}

/** Only what is not JSON is sent on as it came; what is parsed need not be read again. */
function bodyFor({ text, parsed }: Body): { body?: string } {
  return parsed === undefined && text !== '' ? { body: text } : {}
}

/** Clients count their requests alike, so one that names no session cannot be told from others. */
function clientOf(request: Request, { name, session: own }: Identity): string {
  const session = request.headers.get('mcp-session-id')
  return session === null ? randomUUID() : `${own ?? name} ${session}`
}

interface Call {
  caller: Caller
  tools: ReadonlyMap<string, Tool>
  exchange: Exchange
  marks: Marks
  iris: IrisContext | undefined
}

/** A server for one request. */
function createServer(deps: McpDeps, { caller, tools, exchange, marks, iris }: Call): McpServer {
  const mcp = new McpServer(
    { name: 'iris', title: 'Iris', version: deps.version },
    { capabilities: { tools: { listChanged: false } }, instructions },
  )
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ listing }) => listing),
  }))
  mcp.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.get(params.name)
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name} for you.`)
    const { orchestrator, inbox, runs, readLines, clock } = deps
    const { signal, id } = context.mcpReq
    const done = exchange.started(id)
    try {
      const progress = progressOf(context)
      const resumable = (ask: AskId): void => marks.mark({ ask, id })
      const call = { signal, progress, resumable, toolUse: toolUseOf(context) }
      return result(
        await tool.call(
          { caller, orchestrator, inbox, runs, iris, readLines, clock, ...call },
          params.arguments,
        ),
      )
    } catch (error) {
      if (!(error instanceof IrisError) && !signal.aborted) deps.onFault(error, `MCP ${params.name}`)
      return { ...result(failureOf(error)), isError: true }
    } finally {
      done()
    }
  })
  return mcp
}

/** The answer a client came back for, as the result of its call. */
async function resume(
  { inbox }: McpDeps,
  { caller, exchange }: Pick<Call, 'caller' | 'exchange'>,
  { ask, id }: WaitingCall,
): Promise<object | undefined> {
  const done = exchange.started(id)
  try {
    const answer = await goOnWaiting({ inbox, caller, signal: exchange.signal }, ask)
    return answer && result({ ...answer })
  } catch (error) {
    return { ...result(failureOf(error)), isError: true }
  } finally {
    done()
  }
}

function toolUseOf({ mcpReq }: ServerContext): string | undefined {
  const toolUse = mcpReq._meta?.['claudecode/toolUseId']
  return typeof toolUse === 'string' ? toolUse : undefined
}

function progressOf({ mcpReq }: ServerContext): ((text: string) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let progress = 0
  return (message) => {
    progress += 1
    const params = { progressToken, progress, message }
    // A client that went away is seen by the signal of its request.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

function result(structuredContent: Record<string, unknown>): {
  content: { type: 'text'; text: string }[]
  structuredContent: Record<string, unknown>
} {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

function failureOf(error: unknown): Failure {
  const { code, message, advice, details } = toErrorBody(error).error
  return { status: 'error', code, message, advice, ...(details ? { details: { ...details } } : {}) }
}

/** Header values are ASCII, so the bridge encodes the folder. */
function folderOf(request: Request): string | undefined {
  const sent = request.headers.get('x-iris-cwd')
  try {
    return sent === null ? undefined : decodeURIComponent(sent)
  } catch {
    throw new IrisError('INPUT_INVALID', 'The header x-iris-cwd is not URL-encoded.')
  }
}
