import type { EdgeType, Task } from '../../contract/plain.ts'
import { layersOf, layoutGraph, type Arrow, type Layout, type Sizes } from './graph/index.ts'
import { isFinished } from './task-words.ts'

/** What the graph needs to know of a task. */
export type GraphTask = Pick<Task, 'task' | 'key' | 'number' | 'project' | 'status' | 'edges' | 'changedAt'>

/** An edge that is drawn, from what comes first to what comes later. */
export interface DrawnEdge extends Arrow {
  type: EdgeType
  isWaived: boolean
}

/** Tasks as a graph that can be drawn. */
export interface TaskGraph<T extends GraphTask> {
  tasks: ReadonlyMap<string, T>
  edges: readonly DrawnEdge[]
  layout: Layout
  /** How many tasks are not in it, because there are too many to draw. */
  left: number
}

/** The most tasks that are drawn at once; more cannot be read, and would take long. */
export const maxDrawn = 2000

/** The graph of tasks, drawn. Of too many those that are next to be worked are taken. */
export function drawTasks<T extends GraphTask>(
  tasks: readonly T[],
  sizes: Sizes,
  most = maxDrawn,
): TaskGraph<T> {
  const chosen = tasks.length > most ? nearest(tasks, most) : tasks
  const edges = edgesOf(chosen)
  const layout = layoutGraph(
    {
      nodes: chosen.map(({ task }) => task),
      arrows: orderOf(chosen),
      links: edges.filter(({ type }) => type === 'link'),
    },
    sizes,
  )
  return {
    tasks: new Map(chosen.map((task) => [task.task, task])),
    edges,
    layout,
    left: tasks.length - chosen.length,
  }
}

/** The edges between these tasks. A part stands before what it is a part of, which is complete after it. */
export function edgesOf(tasks: readonly GraphTask[]): DrawnEdge[] {
  const known = new Set<string>(tasks.map(({ task }) => task))
  return tasks.flatMap(({ task, edges }) =>
    edges.flatMap(({ type, task: other, waivedBy }): DrawnEdge[] => {
      if (other === null || !known.has(other) || other === task) return []
      const isWaived = waivedBy !== null
      return type === 'parent'
        ? [{ type, from: task, to: other, isWaived }]
        : [{ type, from: other, to: task, isWaived }]
    }),
  )
}

/** What a parent waits for its parts wait for, without an edge of their own. */
function impliedBy(tasks: readonly GraphTask[]): Arrow[] {
  const byId = new Map<string, GraphTask>(tasks.map((task) => [task.task, task]))
  return tasks.flatMap(({ task, edges }) => {
    const found: Arrow[] = []
    const seen = new Set<string>([task])
    for (
      let up = parentIn(edges);
      up !== undefined && !seen.has(up);
      up = parentIn(byId.get(up)?.edges ?? [])
    ) {
      seen.add(up)
      for (const { type, task: other } of byId.get(up)?.edges ?? [])
        if ((type === 'blocks' || type === 'on_failure_of') && other !== null)
          found.push({ from: other, to: task })
    }
    return found
  })
}

function parentIn(edges: GraphTask['edges']): string | undefined {
  return edges.find(({ type }) => type === 'parent')?.task ?? undefined
}

/** The tasks in steps: each waits only for tasks of steps before it. Within a step they keep their order. */
export function stepsOf<T extends GraphTask>(tasks: readonly T[]): T[][] {
  const layers = layersOf(
    tasks.map(({ task }) => task),
    orderOf(tasks),
  )
  const steps: T[][] = []
  for (const task of tasks) {
    const layer = layers.get(task.task) ?? 0
    while (steps.length <= layer) steps.push([])
    steps[layer]?.push(task)
  }
  return steps
}

/** What must come before what. */
function orderOf(tasks: readonly GraphTask[]): Arrow[] {
  return [...edgesOf(tasks).filter(({ type }) => type !== 'link'), ...impliedBy(tasks)]
}

/** The unfinished tasks that come first, then those that were finished last. */
function nearest<T extends GraphTask>(tasks: readonly T[], most: number): T[] {
  const unfinished = tasks.filter((task) => !isFinished(task))
  const first = stepsOf(unfinished).flat()
  const last = tasks.filter(isFinished).toSorted((a, b) => b.changedAt - a.changedAt)
  const chosen = new Set([...first, ...last].slice(0, most))
  return tasks.filter((task) => chosen.has(task))
}

export type Way = 'left' | 'right' | 'up' | 'down'

/** Where an arrow key leads: along an edge to what it waits for or what waits for it, or up and down its layer. */
export function walk(graph: TaskGraph<GraphTask>, from: string, way: Way): string | undefined {
  const places = new Map(graph.layout.nodes.map((node) => [node.id, node]))
  const here = places.get(from)
  if (!here) return graph.layout.nodes[0]?.id
  const along = graph.edges.flatMap((edge) => {
    if (way === 'left' && edge.to === from) return places.get(edge.from) ?? []
    return way === 'right' && edge.from === from ? (places.get(edge.to) ?? []) : []
  })
  const isAhead = (node: { x: number; y: number }): boolean => {
    if (way === 'left') return node.x < here.x
    if (way === 'right') return node.x > here.x
    return way === 'up' ? node.y < here.y : node.y > here.y
  }
  // Beside an edge the nearest counts; across the grain a column or row is not left while there is more of it.
  const isUpright = way === 'up' || way === 'down'
  const ahead = (along.length > 0 ? along : graph.layout.nodes.filter(isAhead)).map((node) => {
    const [dx, dy] = [Math.abs(node.x - here.x), Math.abs(node.y - here.y)]
    return { id: node.id, far: isUpright ? dy + dx * 1000 : dx + dy * (along.length > 0 ? 1 : 1000) }
  })
  return ahead.reduce<{ id: string; far: number } | undefined>(
    (best, node) => (best === undefined || node.far < best.far ? node : best),
    undefined,
  )?.id
}
