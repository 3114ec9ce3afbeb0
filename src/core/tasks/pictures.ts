import { graphOf } from './graph.ts'
import { sequenceOf } from './order.ts'
import type { TaskRow, TaskRows } from './rows.ts'
import { standings } from './standing.ts'
import type { Picture } from './views.ts'

/** The projects as they are, each read once and kept until something in it changes. */
export interface Pictures {
  of(project: string): Picture
  /** A task and the picture it is in, as far as one is kept. */
  find(id: string): { picture: Picture; row: TaskRow } | undefined
  /** After every change, whether or not it was committed. */
  forget(project: string): void
}

export function createPictures(rows: Pick<TaskRows, 'ofProject' | 'edgesOf'>): Pictures {
  const kept = new Map<string, Picture>()
  return {
    of(project) {
      const known = kept.get(project)
      if (known) return known
      const graph = graphOf(rows.ofProject(project), rows.edgesOf(project))
      const picture = { graph, standings: standings(graph, sequenceOf(graph)) }
      kept.set(project, picture)
      return picture
    },
    find(id) {
      for (const picture of kept.values()) {
        const row = picture.graph.rows.get(id)
        if (row) return { picture, row }
      }
      return undefined
    },
    forget: (project) => void kept.delete(project),
  }
}
