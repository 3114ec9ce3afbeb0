import { Subject, type Observable } from 'rxjs'
import type { Line } from './playbook.ts'
import type { Scene } from './scene.ts'
import type { SideRequest } from './side-request.ts'

/** What a request was: part of a conversation, a token count, or something the CLI asks for itself. */
type RequestKind = 'turn' | 'count' | SideRequest['kind']

/** A request that was answered, in short. */
export interface RecordedRequest {
  number: number
  at: number
  kind: RequestKind
  /** The line that answers; undefined when none fits or none is needed. */
  line: { position: number; row: number } | undefined
  model: string
  agent: Scene['agent']
  session: string | undefined
  turn: number
  /** What the user said last, at most 2,000 characters. */
  says: string
  tools: readonly string[]
  /** What the tools returned, at most 2,000 characters. */
  toolResult: string
  /** What is being answered, in a few words. */
  summary: string
}

/** Keeps the last requests and tells each one. */
export interface RequestRecord {
  add(entry: { at: number; kind: RequestKind; scene: Scene; line: Line | undefined }): RecordedRequest
  all(): readonly RecordedRequest[]
  /** Adds what an answer was worth to the sums. */
  count(scene: Pick<Scene, 'model' | 'session'>, usage: Spent): void
  /** What was asked and answered since the rehearsal began. */
  counts(): Counts
  told$: Observable<RecordedRequest>
  close(): void
}

/** Tokens of one answer, as the API calls them. */
interface Spent {
  input_tokens: number
  cache_creation_input_tokens: number
  cache_read_input_tokens: number
  output_tokens: number
}

/** How many answers there were, and the tokens they took and gave. */
interface Sum {
  calls: number
  input: number
  output: number
}

/** Sums over the whole life of a rehearsal. */
export interface Counts {
  total: Sum
  models: Readonly<Record<string, Sum>>
  /** By the CLI's id of the session; of more than 10,000 the first are left out. */
  sessions: Readonly<Record<string, Sum>>
}

const maxSessions = 10_000
const kept = 200
const maxKept = 2000
const maxSummary = 80

/** An empty record. */
export function createRecord(): RequestRecord {
  const told$ = new Subject<RecordedRequest>()
  const requests: RecordedRequest[] = []
  const sums = createSums()
  let count = 0
  return {
    ...sums,
    add({ at, kind, scene, line }) {
      count += 1
      const { model, agent, session, turn, tools } = scene
      const request = {
        number: count,
        at,
        kind,
        line: line && { position: line.position, row: line.row },
        model,
        agent,
        session,
        turn,
        tools,
        says: scene.says.slice(0, maxKept),
        toolResult: scene.toolResult.slice(0, maxKept),
        summary: summarize(scene),
      }
      requests.push(request)
      if (requests.length > kept) requests.shift()
      told$.next(request)
      return request
    },
    all: () => [...requests],
    told$: told$.asObservable(),
    close: () => told$.complete(),
  }
}

function createSums(): Pick<RequestRecord, 'count' | 'counts'> {
  const total: Sum = { calls: 0, input: 0, output: 0 }
  const models = new Map<string, Sum>()
  const sessions = new Map<string, Sum>()
  const sumOf = (sums: Map<string, Sum>, name: string): Sum => {
    const known = sums.get(name) ?? { calls: 0, input: 0, output: 0 }
    sums.set(name, known)
    const [oldest] = sums.keys()
    if (sums.size > maxSessions && oldest !== undefined) sums.delete(oldest)
    return known
  }
  return {
    count({ model, session = 'none' }, usage) {
      for (const sum of [total, sumOf(models, model), sumOf(sessions, session)]) {
        sum.calls += 1
        sum.input += usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
        sum.output += usage.output_tokens
      }
    },
    counts: () =>
      structuredClone({
        total,
        models: Object.fromEntries(models),
        sessions: Object.fromEntries(sessions),
      }),
  }
}

/** What a request is about, on one short line. */
export function summarize({ tools, toolResult, says }: Scene): string {
  return tools.length > 0 ? `result of ${tools.join(', ')}: ${shorten(toolResult)}` : shorten(says)
}

function shorten(text: string): string {
  const line = text
    .slice(0, maxKept)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > maxSummary ? `${line.slice(0, maxSummary)}…` : line
}
