import { duration } from '../../contract/plain.ts'
import type { Span, Timeline } from './spans.ts'

type Lane = Timeline['lanes'][number]

interface Mark {
  at: number
  /** 1 where the agent begins to be busy itself, -1 where it is done. */
  busy?: 1 | -1
  mate?: { name: string; span: Span; isEnd: boolean }
}

/** When an agent had nothing to do but wait for teammates, and for whom. */
export function waitSpans(own: readonly Span[], mates: readonly Lane[]): Span[] {
  const marks = [...own.flatMap(busyMarks), ...mates.flatMap(mateMarks)].toSorted((a, b) => a.at - b.at)
  const working = new Map<Span, string>()
  const spans: Span[] = []
  let busy = 0
  let before = 0
  for (const { at, busy: change = 0, mate } of marks) {
    if (busy === 0 && working.size > 0 && at > before) addWait(spans, { from: before, to: at, working })
    before = at
    busy += change
    if (mate?.isEnd) working.delete(mate.span)
    else if (mate) working.set(mate.span, mate.name)
  }
  return spans
}

function addWait(
  spans: Span[],
  { from, to, working }: { from: number; to: number; working: ReadonlyMap<Span, string> },
): void {
  const words = `waits for ${[...new Set(working.values())].join(', ')}`
  const last = spans.at(-1)
  if (last?.to === from && last.words === words) last.to = to
  else
    spans.push({
      from,
      to,
      kind: 'waits',
      words,
      seq: Math.max(...[...working.keys()].map(({ seq }) => seq)),
    })
}

function busyMarks({ from, to }: Span): Mark[] {
  return [
    { at: from, busy: 1 },
    { at: to, busy: -1 },
  ]
}

function mateMarks({ name, spans }: Lane): Mark[] {
  return spans
    .filter(({ from, to }) => to > from)
    .flatMap((span) => [
      { at: span.from, mate: { name, span, isEnd: false } },
      { at: span.to, mate: { name, span, isEnd: true } },
    ])
}

const verbs: Readonly<Record<Exclude<Span['kind'], 'waits'>, string>> = {
  work: 'works',
  failed: 'works, and fails',
  queued: 'has something queued',
  asked: 'waits for you',
}

/** What everybody does at a moment of a timeline. */
export function momentWords({ lanes }: Timeline, at: number): string {
  const does = lanes.flatMap(({ name, spans }) => {
    const span = spans.findLast(({ from, to }) => from <= at && at <= to)
    return span ? `${name} ${span.kind === 'waits' ? span.words : verbs[span.kind]}` : []
  })
  return does.join(' · ') || 'nobody is working'
}

/** What a lane shows, for who cannot see it. */
export function laneWords({ spans }: Lane): string {
  const sums = new Map<string, number>()
  for (const { kind, words, from, to } of spans) {
    const what = kind === 'waits' ? words : verbs[kind]
    sums.set(what, (sums.get(what) ?? 0) + to - from)
  }
  return [...sums].map(([what, long]) => `${what} ${duration(long)}`).join(', ')
}
