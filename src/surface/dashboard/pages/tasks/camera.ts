import { sizes, zooms } from './sizes.ts'

/** Where one looks: the place of the picture's corner on the screen, and how large it is drawn. */
export interface Camera {
  x: number
  y: number
  zoom: number
}

/** A stretch of the picture. */
export interface Stretch {
  left: number
  top: number
  right: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

const margin = 24

/** All of a picture in the middle, no larger than it is, and as small as it must be. */
export function seeAll(picture: Size, screen: Size): Camera {
  const zoom = Math.min(
    Math.max(1, screen.width - 2 * margin) / Math.max(1, picture.width),
    Math.max(1, screen.height - 2 * margin) / Math.max(1, picture.height),
    1,
  )
  return {
    zoom,
    x: (screen.width - picture.width * zoom) / 2,
    y: Math.max(margin, (screen.height - picture.height * zoom) / 2),
  }
}

/** One task at the left, after what it waited for and with room for what waits for it. */
export function seeFrom(at: { x: number; y: number }, screen: Size): Camera {
  const zoom = screen.width < 600 ? 0.85 : 1
  return {
    zoom,
    x: margin - Math.max(0, at.x - sizes.across - sizes.width) * zoom,
    y: Math.min(margin, screen.height / 2 - (at.y + sizes.height / 2) * zoom),
  }
}

/** Zooms around a point of the screen, which stays where it is; who sees all of a large picture is not thrown into it. */
export function zoomed(camera: Camera, by: number, [px, py]: readonly [number, number]): Camera {
  const zoom = clamp(camera.zoom * by, Math.min(zooms.least, camera.zoom), zooms.most)
  const scale = zoom / camera.zoom
  return { zoom, x: px - (px - camera.x) * scale, y: py - (py - camera.y) * scale }
}

/** The camera moved as little as shows a task whole. */
export function brought(camera: Camera, at: { x: number; y: number }, screen: Size): Camera {
  const [left, top] = [camera.x + at.x * camera.zoom, camera.y + at.y * camera.zoom]
  const x = into(left, sizes.width * camera.zoom, screen.width)
  const y = into(top, sizes.height * camera.zoom, screen.height)
  return x === 0 && y === 0 ? camera : { ...camera, x: camera.x + x, y: camera.y + y }
}

function into(start: number, length: number, room: number): number {
  if (start < margin) return margin - start
  return start + length > room - margin ? room - margin - start - length : 0
}

/** Some of the picture stays on the screen, however far one moves. */
export function held(camera: Camera, picture: Size, screen: Size): Camera {
  const edge = 80
  return {
    ...camera,
    x: clamp(camera.x, edge - picture.width * camera.zoom, screen.width - edge),
    y: clamp(camera.y, edge - picture.height * camera.zoom, screen.height - edge),
  }
}

/** What of the picture is on the screen. */
export function seen({ x, y, zoom }: Camera, screen: Size): Stretch {
  return {
    left: -x / zoom,
    top: -y / zoom,
    right: (screen.width - x) / zoom,
    bottom: (screen.height - y) / zoom,
  }
}

/** A stretch and half of itself around it, so that small moves need nothing drawn anew. */
export function around({ left, top, right, bottom }: Stretch): Stretch {
  const [x, y] = [(right - left) / 2, (bottom - top) / 2]
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y }
}

export function isWithin(inner: Stretch, outer: Stretch): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  )
}

export function touches(a: Stretch, b: Stretch): boolean {
  return a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top
}

/** How much of a task can be read at a zoom. */
export type Detail = 'whole' | 'key' | 'mark'

export function detailAt(zoom: number): Detail {
  if (zoom >= 0.62) return 'whole'
  return zoom >= 0.3 ? 'key' : 'mark'
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, Math.min(least, most)), Math.max(least, most))
}
