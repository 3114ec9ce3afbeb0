import type { Clock } from '../../platform/clock/index.ts'
import { harmlessJson } from '../../platform/lib/index.ts'
import { untilEnded } from './ending.ts'
import type { Feed } from './feed.ts'
import { plainChanges, plainScene } from './plain.ts'
import { sceneOf, type Scene } from './scene.ts'
import { clean } from './words.ts'

/** Where the lines go, and what they are. */
export interface LinesOptions {
  as: 'lines' | 'document' | 'documents'
  clock: Clock
  stdout: NodeJS.WriteStream
}

/** Writes what is there, then what changes, until it is ended; a single document ends by itself. */
export async function writeLines(feed: Feed, { as, clock, stdout }: LinesOptions): Promise<void> {
  const ended = untilEnded(process)
  let last: Scene | undefined
  feed.onChange(() => {
    const scene = sceneOf(feed.facts(), feed.freshness(), clock.now())
    // Before the first facts there is nothing to say but that Iris is looked for.
    if (!last && !feed.facts()) return
    for (const line of linesOf(last, scene)) stdout.write(`${line}\n`)
    last = scene
    if (as === 'document') ended.end()
  })
  feed.open()
  await ended.promise
  feed.close()
  ended.close()

  function linesOf(before: Scene | undefined, scene: Scene): string[] {
    const now = clock.now()
    if (as !== 'lines') return [harmlessJson({ at: now, ...scene })]
    return (before ? plainChanges(before, scene) : plainScene(scene, now)).map(clean)
  }
}
