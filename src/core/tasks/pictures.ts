import { graphOf } from './graph.ts'
import { sequenceOf } from './order.ts'
import type { TaskRows } from './rows.ts'
import { standings } from './standing.ts'
import type { Picture } from './views.ts'

/** The projects as they are, each read once and kept until something in it changes. */
export interface Pictures {
  of(project: string): Picture
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
    forget: (project) => void kept.delete(project),
  }
}
