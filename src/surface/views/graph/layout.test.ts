import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { workMs } from '../../../platform/lib/work-time.suite.ts'
import { crossingsIn, untangle } from './crossings.ts'
import { layered } from './bends.ts'
import { layersOf } from './layers.ts'
import { layoutGraph, type Layout } from './layout.ts'
import type { Sizes } from './sizes.ts'
import type { Arrow } from './vertex.ts'

const sizes: Sizes = { width: 200, height: 40, across: 60, gap: 12, least: 900 }

/** Any graph without circles: arrows lead from lower to higher numbers, whatever the order of the nodes. */
const graphs = fc
  .record({
    count: fc.integer({ min: 1, max: 40 }),
    pairs: fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 90 }),
    seed: fc.nat(),
  })
  .map(({ count, pairs, seed }) => {
    const arrows = pairs.flatMap(([a, b]): Arrow[] => {
      const [from, to] = [Math.min(a, b) % count, Math.max(a, b) % count]
      return from < to ? [{ from: `n${from}`, to: `n${to}` }] : []
    })
    const nodes = Array.from({ length: count }, (_, at) => `n${(at * 7 + seed) % count}`)
    return { nodes: [...new Set(nodes)], arrows }
  })

const places = (layout: Layout) => new Map(layout.nodes.map((node) => [node.id, node]))

test('[DSH91] no edge points backwards', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arrows }) => {
      const at = places(layoutGraph({ nodes, arrows }, sizes))
      for (const { from, to } of arrows) {
        if (!at.has(from) || !at.has(to)) continue
        expect((at.get(from)?.x ?? 0) + sizes.width).toBeLessThan(at.get(to)?.x ?? 0)
      }
    }),
    { numRuns: 50 },
  )
})

test('[DSH91] no two nodes overlap, and all are within the picture', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arrows }) => {
      const { nodes: placed, width, height } = layoutGraph({ nodes, arrows }, sizes)
      expect(placed).toHaveLength(nodes.length)
      for (const [place, a] of placed.entries()) {
        expect(a.x).toBeGreaterThanOrEqual(0)
        expect(a.y).toBeGreaterThanOrEqual(-0.001)
        expect(a.x + sizes.width).toBeLessThanOrEqual(width + 0.001)
        expect(a.y + sizes.height).toBeLessThanOrEqual(height + 0.001)
        for (const b of placed.slice(place + 1)) {
          const isApart =
            Math.abs(a.x - b.x) >= sizes.width || Math.abs(a.y - b.y) >= sizes.height + sizes.gap - 0.001
          expect({ a: a.id, b: b.id, isApart }).toMatchObject({ isApart: true })
        }
      }
    }),
    { numRuns: 50 },
  )
})

test('[DSH91] an edge that passes a layer bends around the nodes of it', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arrows }) => {
      const layout = layoutGraph({ nodes, arrows }, sizes)
      for (const arrow of arrows)
        for (const [x, y] of layout.bendsOf(arrow))
          for (const node of layout.nodes) {
            const isInside = x > node.x && x < node.x + sizes.width && y > node.y && y < node.y + sizes.height
            expect(isInside).toBe(false)
          }
    }),
    { numRuns: 50 },
  )
})

test('[DSH91] the same graph is drawn the same, in whatever order its edges come', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arrows }) => {
      const first = layoutGraph({ nodes, arrows }, sizes).nodes
      expect(layoutGraph({ nodes, arrows }, sizes).nodes).toEqual(first)
      const layers = (order: readonly Arrow[]) =>
        layoutGraph({ nodes, arrows: order }, sizes)
          .nodes.map(({ id, layer }) => `${layer} ${id}`)
          .toSorted((a, b) => a.localeCompare(b))
      expect(layers(arrows.toReversed())).toEqual(layers(arrows))
    }),
    { numRuns: 50 },
  )
})

test('[DSH91] a sweep never leaves more crossings than there were', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arrows }) => {
      const { layers } = layered(nodes, arrows, layersOf(nodes, arrows))
      const before = crossingsIn(layers)
      untangle(layers)
      expect(crossingsIn(layers)).toBeLessThanOrEqual(before)
    }),
    { numRuns: 50 },
  )
})

test('[DSH91] a knot that can be undone is undone', () => {
  const nodes = ['a', 'b', 'c', 'd']
  const arrows = [
    { from: 'a', to: 'd' },
    { from: 'b', to: 'c' },
  ]
  const links = [{ from: 'a', to: 'b' }]
  const at = places(layoutGraph({ nodes, arrows, links }, sizes))
  expect(at.get('d')?.y).toBe(at.get('a')?.y)
  expect(at.get('c')?.y).toBe(at.get('b')?.y)
})

test('[DSH91] a circle, which no project has, is drawn too', () => {
  const nodes = ['a', 'b', 'c']
  const arrows = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
  ]
  expect(layoutGraph({ nodes, arrows }, sizes).nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('[DSH91] the time grows in step with the graph', () => {
  const timeOf = (count: number): number => {
    const nodes = Array.from({ length: count }, (_, at) => `n${at}`)
    const arrows = nodes.flatMap((to, at) =>
      [1, 7, 31].flatMap((back) => (at - back < 0 ? [] : [{ from: `n${at - back * 5}`, to }])),
    )
    return Math.min(...[1, 2, 3].map(() => workMs(() => layoutGraph({ nodes, arrows }, sizes))))
  }
  timeOf(250)
  expect(timeOf(2000) / timeOf(250)).toBeLessThan(40)
})
