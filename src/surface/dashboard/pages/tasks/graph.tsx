import { useEffect, useMemo, useRef, useState, type JSX, type KeyboardEvent, type Ref } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { byPriority, drawTasks, maxDrawn, walk, type TaskGraph, type Way } from '../../../views/index.ts'
import { touches } from './camera.ts'
import { GraphEdges, pathsOf } from './graph-edges.tsx'
import { GraphNode } from './graph-node.tsx'
import { Legend } from './legend.tsx'
import { sizes } from './sizes.ts'
import { keySteps, useCamera, type Moves, type Sight } from './use-camera.ts'
import { usePointer } from './use-pointer.ts'

interface GraphProps {
  tasks: readonly Task[]
  /** The task that is open, if one is. */
  open: string | undefined
  box: Ref<HTMLDivElement>
  onOpen: (task: Task) => void
}

/** The tasks as a graph: what is waited for stands to the left. */
export function Graph({ tasks, open, box, onOpen }: GraphProps): JSX.Element {
  const graph = useGraph(tasks)
  const frame = useRef<HTMLDivElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const first = useMemo(() => firstOf(graph), [graph])
  const moves = useCamera(frame, world, { picture: graph.layout, first })
  const { wasDragged } = usePointer(frame, moves)
  const [at, setAt] = useState<string>()
  const shown = useMemo(() => new Map<string, Task>(tasks.map((task) => [task.task, task])), [tasks])
  const opened = tasks.find(({ key }) => key === open)?.task
  const current = at !== undefined && graph.tasks.has(at) ? at : opened
  const paths = useMemo(() => pathsOf(graph.edges, graph.layout), [graph])
  const go = (task: string | undefined): void => {
    const place = graph.layout.nodes.find(({ id }) => id === task)
    if (!place) return
    setAt(place.id)
    moves.bring(place)
  }
  const choose = (task: string | undefined): void => {
    const chosen = task === undefined ? undefined : shown.get(task)
    if (!chosen) return
    setAt(task)
    onOpen(chosen)
  }
  useFollow(opened, go)
  const onKey = useGraphKeys({ graph, current, moves, go, choose })
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={(element) => {
          frame.current = element
          give(box, element)
        }}
        role="listbox"
        aria-label="Task graph"
        aria-describedby="graph-help"
        aria-activedescendant={current}
        tabIndex={0}
        className="relative min-h-80 flex-1 cursor-grab touch-none overflow-hidden border-y border-line bg-sunk outline-offset-[-2px] select-none"
        onKeyDown={onKey}
        onFocus={() => current === undefined && setAt(first.id)}
        onClick={(event) => !wasDragged() && choose(taskAt(event.target))}
      >
        <div ref={world} role="presentation" className="absolute top-0 left-0 origin-top-left">
          <GraphEdges paths={paths} stretch={moves.sight.stretch} current={current} size={graph.layout} />
          <Nodes graph={graph} shown={shown} sight={moves.sight} current={current} />
        </div>
      </div>
      <Zoom moves={moves} />
      <p id="graph-help" className="sr-only">
        Left and right go along edges, up and down within a layer, Enter opens. Press 3 for the same as a
        list.
      </p>
      <Legend edges={graph.edges} />
      {graph.left > 0 && <LeftOut drawn={graph.tasks.size} all={tasks.length} />}
    </div>
  )
}

/** Only what is around the screen exists, and the current one, which is read out. */
function Nodes(props: {
  graph: TaskGraph<Task>
  shown: ReadonlyMap<string, Task>
  sight: Sight
  current: string | undefined
}): JSX.Element[] {
  const { graph, shown, sight, current } = props
  return graph.layout.nodes.flatMap(({ id, x, y }) => {
    const task = shown.get(id)
    const stretch = { left: x, top: y, right: x + sizes.width, bottom: y + sizes.height }
    if (!task || !(touches(stretch, sight.stretch) || id === current)) return []
    return [<GraphNode key={id} task={task} x={x} y={y} isCurrent={id === current} detail={sight.detail} />]
  })
}

function LeftOut({ drawn, all }: { drawn: number; all: number }): JSX.Element {
  return (
    <p role="status" className="px-4 pb-2 text-sm text-ink-2 sm:px-6">
      Drawn are {drawn} of {all} tasks: those that are next to be worked. The board and the list have all of
      them; what a filter leaves is drawn whole when it is at most {maxDrawn}.
    </p>
  )
}

function give<T>(ref: Ref<T>, value: T | null): void {
  if (typeof ref === 'function') ref(value)
  else if (ref) ref.current = value
}

/** Laid out again only when tasks or edges came or went: a status that changes moves nothing. */
function useGraph(tasks: readonly Task[]): TaskGraph<Task> {
  const form = useMemo(() => formOf(tasks), [tasks])
  // Whatever the layout goes by is in the form.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => drawTasks(tasks, sizes), [form])
}

function formOf(tasks: readonly Task[]): string {
  const isCut = tasks.length > maxDrawn
  return tasks
    .map(({ task, edges, status }) => {
      const ends = edges.map(
        ({ type, task: other, waivedBy }) => `${type}${other ?? ''}${waivedBy ? '~' : ''}`,
      )
      return `${task}${isCut ? status : ''}:${ends.join()}`
    })
    .join(';')
}

/** What is next to be worked: the most urgent of what is under way, else of what is ready. */
function firstOf({ layout, tasks }: TaskGraph<Task>): { id: string; x: number; y: number } {
  const next = byPriority([...tasks.values()])
  const at = (status: Task['status']) => next.find((task) => task.status === status)
  const first = at('in_progress') ?? at('ready') ?? at('blocked')
  return layout.nodes.find(({ id }) => id === first?.task) ?? layout.nodes[0] ?? { id: '', x: 0, y: 0 }
}

function taskAt(target: EventTarget): string | undefined {
  const found = target instanceof Element ? target.closest('[data-task]') : null
  return found instanceof HTMLElement ? found.dataset['task'] : undefined
}

/** What is opened elsewhere comes into sight. */
function useFollow(opened: string | undefined, go: (task: string) => void): void {
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    if (opened !== undefined) latest.current(opened)
  }, [opened])
}

const ways: Readonly<Record<string, Way>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const shifts: Readonly<Record<Way, readonly [number, number]>> = {
  left: [1, 0],
  right: [-1, 0],
  up: [0, 1],
  down: [0, -1],
}

function useGraphKeys(deps: {
  graph: TaskGraph<Task>
  current: string | undefined
  moves: Moves
  go: (task: string | undefined) => void
  choose: (task: string | undefined) => void
}): (event: KeyboardEvent) => void {
  const { graph, current, moves, go, choose } = deps
  const others: Readonly<Record<string, () => void>> = {
    Enter: () => choose(current),
    ' ': () => choose(current),
    '+': () => moves.zoom(keySteps.zoom),
    '=': () => moves.zoom(keySteps.zoom),
    '-': () => moves.zoom(1 / keySteps.zoom),
    '0': () => moves.seeAll(),
    Home: () => go(graph.layout.nodes[0]?.id),
    End: () => go(graph.layout.nodes.at(-1)?.id),
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const way = ways[event.key]
    const other = Object.hasOwn(others, event.key) ? others[event.key] : undefined
    if (!way && !other) return
    event.preventDefault()
    event.stopPropagation()
    if (!way) return other?.()
    const [x, y] = shifts[way]
    if (event.shiftKey) moves.move(x * keySteps.move, y * keySteps.move)
    else go(walk(graph, current ?? '', way))
  }
}

function Zoom({ moves }: { moves: Moves }): JSX.Element {
  return (
    <div className="absolute top-3 right-3 flex gap-1">
      <button
        type="button"
        className="button"
        aria-label="Zoom out"
        onClick={() => moves.zoom(1 / keySteps.zoom)}
      >
        −
      </button>
      <button type="button" className="button" aria-label="Zoom in" onClick={() => moves.zoom(keySteps.zoom)}>
        +
      </button>
      <button type="button" className="button" onClick={() => moves.seeAll()}>
        See all
      </button>
    </div>
  )
}
