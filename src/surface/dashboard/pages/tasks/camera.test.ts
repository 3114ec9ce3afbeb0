import { expect, test } from 'vitest'
import { seeAll, seen, zoomed } from './camera.ts'

test('[DSH92] see all shows all of a picture, however large, and zooming goes on from there', () => {
  const screen = { width: 390, height: 700 }
  for (const picture of [
    { width: 55_000, height: 1_400 },
    { width: 800, height: 90_000 },
    { width: 300, height: 200 },
  ]) {
    const all = seeAll(picture, screen)
    const { left, top, right, bottom } = seen(all, screen)
    expect(Math.max(left, top)).toBeLessThanOrEqual(0)
    expect(right).toBeGreaterThanOrEqual(picture.width)
    expect(bottom).toBeGreaterThanOrEqual(picture.height)
    expect(zoomed(all, 0.5, [0, 0]).zoom).toBe(Math.min(all.zoom, Math.max(0.08, all.zoom / 2)))
    expect(zoomed(all, 1.25, [0, 0]).zoom).toBeCloseTo(all.zoom * 1.25)
  }
})
