import { useQuery } from '@tanstack/react-query'
import type { Build, Merge, Review, Spec, UxTest, WholeIdea } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { changeReading } from '../../parts/change/queries.ts'
import { buildsReading } from '../builds/queries.ts'
import { uxReading } from '../builds/ux/queries.ts'
import { knowledgeReading } from '../knowledge/queries.ts'
import { specsReading } from '../specs/queries.ts'

/** What has come of an idea, as far as there is any. */
export interface CameOfIdea {
  /** The newest that was not dropped. */
  spec: Spec | undefined
  build: Build | undefined
  /** The newest of the build. */
  ux: UxTest | undefined
  review: Review | undefined
  /** The newest of the build's branch. */
  merge: Merge | undefined
}

/** Follows an idea over its spec to the merge; each is asked for once the one before it is there. */
export function useWay({ idea }: Pick<WholeIdea, 'idea'>): CameOfIdea {
  const specs = useQuery(useReading(specsReading).ofIdea(idea)).data?.specs ?? []
  const spec = specs.find(({ state }) => state !== 'dropped')
  const key = spec?.build ?? ''
  const isBuilt = key !== ''
  const build = useQuery({ ...useReading(buildsReading).build(key), enabled: isBuilt }).data
  const isOver = build !== undefined && build.endedAt !== null
  // A review that is not made yet is no fault: it is read again once it is.
  const review = useQuery({ ...useReading(knowledgeReading).review(key), enabled: isOver, retry: false }).data
  const tests = useQuery({ ...useReading(uxReading).ofBuild(key), enabled: isOver }).data?.tests
  const merges = useQuery({ ...useReading(changeReading).merges(key), enabled: isOver }).data?.merges
  return { spec, build, ux: tests?.[0], review, merge: merges?.[0] }
}
