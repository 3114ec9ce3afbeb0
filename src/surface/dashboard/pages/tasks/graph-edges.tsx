import { memo, type JSX } from 'react'
import type { EdgeType } from '../../../../contract/plain.ts'
import type { DrawnEdge, Layout, Placed, Point } from '../../../views/index.ts'
import { touches, type Stretch } from './camera.ts'
import { sizes } from './sizes.ts'

/** An edge with its ends and its way. */
export interface EdgePath extends DrawnEdge {
  d: string
  /** The stretch it takes. */
  stretch: Stretch
}

/** The way of each edge over the picture. */
export function pathsOf(edges: readonly DrawnEdge[], layout: Layout): EdgePath[] {
  const places = new Map(layout.nodes.map((node) => [node.id, node]))
  return edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)]
    if (!from || !to) return []
    const points = pointsOf(from, to, edge.type === 'link' ? [] : layout.bendsOf(edge))
    return [{ ...edge, d: pathThrough(points), stretch: stretchOf(points) }]
  })
}

function pointsOf(from: Placed, to: Placed, bends: readonly Point[]): Point[] {
  const middle = sizes.height / 2
  const isForward = from.x + sizes.width < to.x
  const isBack = to.x + sizes.width < from.x
  const start: Point = [isBack ? from.x : from.x + sizes.width, from.y + middle]
  const end: Point = [isForward ? to.x : to.x + sizes.width, to.y + middle]
  return [start, ...bends, end]
}

/** Curves between layers, straight along them. */
function pathThrough(points: readonly Point[]): string {
  const [first = [0, 0], ...rest] = points
  let [x, y] = first
  let d = `M${round(x)} ${round(y)}`
  for (const [place, [nx, ny]] of rest.entries()) {
    const bow = nx === x ? sizes.across / 2 : (nx - x) / 2
    const back = nx === x ? nx + bow : nx - bow
    d +=
      place % 2 === 0
        ? `C${round(x + bow)} ${round(y)} ${round(back)} ${round(ny)} ${round(nx)} ${round(ny)}`
        : `H${round(nx)}`
    ;[x, y] = [nx, ny]
  }
  return d
}

const round = (value: number): number => Math.round(value * 10) / 10

function stretchOf(points: readonly Point[]): Stretch {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** How each kind of edge looks: by its line, not by its colour alone. */
export const lines: Readonly<Record<EdgeType, { className: string; dash?: string; hasHead: boolean }>> = {
  blocks: { className: 'stroke-ink-3', hasHead: true },
  on_failure_of: { className: 'stroke-bad', dash: '6 4', hasHead: true },
  parent: { className: 'stroke-ink-3', dash: '1.5 3.5', hasHead: false },
  link: { className: 'stroke-line-2', dash: '8 3 2 3', hasHead: false },
}

/** The edges around what is on the screen; those of the current task on top. */
export const GraphEdges = memo(function GraphEdges(props: {
  paths: readonly EdgePath[]
  stretch: Stretch
  current: string | undefined
  size: { width: number; height: number }
}): JSX.Element {
  const { paths, stretch, current, size } = props
  const near = paths.filter((path) => touches(path.stretch, stretch))
  const isOfCurrent = ({ from, to }: EdgePath): boolean => from === current || to === current
  return (
    <svg
      aria-hidden="true"
      width={Math.max(1, size.width)}
      height={Math.max(1, size.height)}
      className="pointer-events-none absolute top-0 left-0 overflow-visible"
      fill="none"
    >
      <Heads />
      {near.map((path) => !isOfCurrent(path) && <Edge key={keyOf(path)} path={path} isOfCurrent={false} />)}
      {near.map((path) => isOfCurrent(path) && <Edge key={keyOf(path)} path={path} isOfCurrent />)}
    </svg>
  )
})

const keyOf = ({ from, to, type }: EdgePath): string => `${type} ${from} ${to}`

function Heads(): JSX.Element {
  return (
    <defs>
      {(['ink-3', 'bad', 'accent'] as const).map((colour) => (
        <marker
          key={colour}
          id={`head-${colour}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0.5L8 4L0 7.5z" className={headFills[colour]} />
        </marker>
      ))}
    </defs>
  )
}

const headFills = { 'ink-3': 'fill-ink-3', bad: 'fill-bad', accent: 'fill-accent' } as const

function Edge({ path, isOfCurrent }: { path: EdgePath; isOfCurrent: boolean }): JSX.Element {
  const { className, dash, hasHead } = lines[path.type]
  const head = isOfCurrent ? 'accent' : path.type === 'on_failure_of' ? 'bad' : 'ink-3'
  return (
    <path
      d={path.d}
      className={`${isOfCurrent ? 'stroke-accent' : className} ${path.isWaived ? 'opacity-40' : ''}`}
      strokeWidth={isOfCurrent ? 2 : 1.25}
      strokeDasharray={path.isWaived ? '2 6' : dash}
      markerEnd={hasHead ? `url(#head-${head})` : undefined}
    />
  )
}
