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
  told$: Observable<RecordedRequest>
  close(): void
}

const kept = 200
const maxKept = 2000
const maxSummary = 80

/** An empty record. */
export function createRecord(): RequestRecord {
  const told$ = new Subject<RecordedRequest>()
  const requests: RecordedRequest[] = []
  let count = 0
  return {
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
