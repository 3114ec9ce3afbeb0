import { randomUUID } from 'node:crypto'
import {
  createMcpHandler as createSdkHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type AuthInfo,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { IrisError, type Caller, type Identity, type Operations } from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import { callerOf } from '../../core/tokens/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Orchestrator } from '../../teamwork/orchestrator/index.ts'
import type { IrisAgent } from '../../teamwork/intelligence/index.ts'
import type { Runs } from '../../teamwork/runs/index.ts'
import { goOnWaiting } from './ask-human.ts'
import { answerDirectly, directCallIn, type DirectCall, type Notify } from './direct.ts'
import { teamAt } from './folder.ts'
import { createExchanges } from './exchanges.ts'
import type { ReadLines } from './lines.ts'
import { methodsIn, readBody, type Body } from './message.ts'
import { callWantedBy, createMarks, streamFor, type WaitingCall } from './resuming.ts'
import { failureOf, progressOf, result, runTool, type Call } from './running.ts'
import type { Role } from './tool.ts'
import { toolsFor } from './tools.ts'

export interface McpDeps {
  operations: Operations
  orchestrator: Orchestrator
  inbox: Inbox
  runs: Runs
  /** Where the teams work. */
  folders: () => readonly { name: string; path: string }[]
  projects: Pick<Projects, 'real'>
  /** The Iris agent, whose own process calls too. */
  iris?: Pick<IrisAgent, 'ask' | 'tools'> | undefined
  readLines: ReadLines
  log: Pick<EventLog, 'settle'>
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
  const toolsOf = openTools()
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
      if (isClosed) throw stopping()
      const sent = await readBody(request)
      if (isClosed) throw stopping()
      const client = clientOf(request, identity)
      const exchange = exchanges.open(request, client)
      for (const cancelled of sent.cancelled) exchanges.cancel(client, cancelled)
      const { role, caller } = await whoCalls(deps, identity, folderOf(request))
      const wanted = callWantedBy(request)
      if (wanted) return streamFor(wanted, resume(deps, { caller, exchange }, wanted), deps.clock)
      const iris = deps.iris && { ask: deps.iris.ask, tools: deps.iris.tools, agentSession: identity.name }
      const call: Call = { caller, tools: toolsOf(role, caller), exchange, marks: createMarks(), iris }
      const direct = directCallIn(request, sent)
      if (direct && direct.name !== waitingTool && call.tools.has(direct.name))
        return answerDirectly(direct, (notify) => runDirectly(deps, call, { direct, notify }), deps.clock)
      const response = await throughSdk(request, sent, { call, clientId: identity.session ?? identity.name })
      // A name to cancel by, nothing more: no request is refused for having another or none.
      if (methodsIn(sent).includes('initialize')) response.headers.set('mcp-session-id', randomUUID())
      return sent.text.includes(waitingTool) ? call.marks.within(response) : response
    },
    async close() {
      isClosed = true
      exchanges.close()
      await handler.close()
    },
  }

  function throughSdk(
    { method, headers, url }: Request,
    sent: Body,
    { call, clientId }: { call: Call; clientId: string },
  ): Promise<Response> {
    const authInfo: AuthInfo = { token: '', clientId, scopes: [] }
    calls.set(authInfo, call)
    const { signal } = call.exchange
    const forwarded = new Request(url, { method, headers, signal, ...bodyFor(sent) })
    return handler.fetch(forwarded, { authInfo, parsedBody: sent.parsed })
  }
}

/** The tools of each role, listed once; an agent that was started for a task has those of its worker too. */
function openTools(): (role: Role, caller: Caller) => Call['tools'] {
  const tools = {
    human: toolsFor('human'),
    agent: toolsFor('agent'),
    leader: toolsFor('leader'),
    worker: toolsFor('worker'),
    observer: toolsFor('observer'),
    delegate: toolsFor('delegate'),
    iris: toolsFor('iris'),
    em: toolsFor('agent', 'em'),
    deciding: toolsFor('delegate', 'deciding'),
  }
  const onTasks = { agent: toolsFor('agent', 'worker'), leader: toolsFor('leader', 'worker') }
  return (role, { task, seat, delegate }) => {
    if (delegate?.mayAnswer) return tools.deciding
    if (role !== 'agent' && role !== 'leader') return tools[role]
    if (task !== undefined) return onTasks[role]
    return seat?.leads === undefined ? tools[role] : tools.em
  }
}

/** The Iris agent's own process is nobody's caller: it has its tools, and they know whose conversation it is. */
async function whoCalls(
  deps: McpDeps,
  identity: Identity,
  folder: string | undefined,
): Promise<{ role: Role; caller: Caller }> {
  if (identity.role === 'iris') return { role: 'iris', caller: { name: irisName, kind: 'agent' } }
  const caller = await placed(deps, callerOf(identity), folder)
  return { role: roleOf(deps, identity, caller), caller }
}

/** A person's own Claude Code speaks for the team in whose folder it runs. */
async function placed(deps: McpDeps, caller: Caller, folder: string | undefined): Promise<Caller> {
  if (caller.kind !== 'human' || folder === undefined) return caller
  const team = await teamAt(deps.folders(), folder, deps.projects)
  return team ? { ...caller, name: team.name } : caller
}

function roleOf({ runs }: McpDeps, identity: Identity, { kind, session }: Caller): Role {
  const { role } = identity
  if (role === 'observer' || role === 'worker' || role === 'delegate') return role
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

/** A server for one request. */
function createServer(deps: McpDeps, call: Call): McpServer {
  const { tools } = call
  const mcp = new McpServer(
    { name: 'iris', title: 'Iris', version: deps.version },
    { capabilities: { tools: { listChanged: false } }, instructions },
  )
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ listing }) => listing),
  }))
  mcp.server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name)
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name} for you.`)
    const { signal, id } = mcpReq
    // A client that went away is seen by the signal of its request.
    const notify: Notify = (notification) => void mcpReq.notify(notification).catch(() => undefined)
    const progress = progressOf(mcpReq._meta?.progressToken, notify)
    return runTool(deps, call, {
      tool,
      input: params.arguments,
      id,
      signal,
      progress,
      toolUse: toolUseOf(mcpReq),
    })
  })
  return mcp
}

/** What a direct call gives; nothing when its client no longer waits. */
async function runDirectly(
  deps: McpDeps,
  call: Call,
  { direct, notify }: { direct: DirectCall; notify: Notify },
): Promise<object | undefined> {
  const { id, name, arguments: input, progressToken, toolUse } = direct
  const tool = call.tools.get(name)
  const { signal } = call.exchange
  const progress = progressOf(progressToken, notify)
  const given = tool && (await runTool(deps, call, { tool, input, id, signal, progress, toolUse }))
  return signal.aborted ? undefined : given
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

function toolUseOf({ _meta }: ServerContext['mcpReq']): string | undefined {
  const toolUse = _meta?.['claudecode/toolUseId']
  return typeof toolUse === 'string' ? toolUse : undefined
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

function stopping(): IrisError {
  return new IrisError('DAEMON_UNREACHABLE', 'Iris is stopping.')
}
