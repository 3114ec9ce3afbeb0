import type { CallOutput, CallParsed, Origin } from '../../../contract/index.ts'
import { originOfIdea } from './idea-origin.ts'
import type { OriginDeps } from './origin-deps.ts'
import { originOfSpec } from './spec-origin.ts'

/** Specs and ideas looked at after the fact. All of it follows from what is stored when it is read. */
export interface Origins {
  /** Of a spec, an idea, or what a build came from; null when that is neither. */
  get(name: string): Origin | null
  list(filter: CallParsed<'listOrigins'>): CallOutput<'listOrigins'>
}

export function createOrigins(deps: OriginDeps): Origins {
  return {
    get(name) {
      if (isBuild(name)) return originOfBuild(deps, name)
      return isSpec(name) ? originOfSpec(deps, name) : originOfIdea(deps, name)
    },
    list({ team, limit }) {
      const specs = deps.specs.list({ team, state: 'all', limit }).specs
      const ideas = team === undefined ? deps.ideas.list({ limit }).ideas : []
      const found = [
        ...specs.map(({ spec }) => originOfSpec(deps, spec)),
        ...ideas.map(({ idea }) => originOfIdea(deps, idea)),
      ]
      return { origins: found.toSorted((one, other) => other.at - one.at).slice(0, limit) }
    },
  }
}

const isBuild = (name: string): boolean => /^bld_|-b\d+$/.test(name)
const isSpec = (name: string): boolean => /^spec_|-s\d+$/.test(name)

function originOfBuild(deps: OriginDeps, name: string): Origin | null {
  const { tasks } = deps.work.get(name)
  const source = tasks.map(({ task }) => deps.tasks.get(task).source?.path).find((path) => path !== undefined)
  const spec = source === undefined ? undefined : deps.specs.ofSource(source)
  return spec === undefined ? null : originOfSpec(deps, spec)
}
