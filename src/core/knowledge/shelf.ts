import type { LessonId } from '../../contract/index.ts'
import { lessonDefaults, likeness } from '../rules/index.ts'
import { readGlob, type Glob } from './glob.ts'
import type { LessonRow, LessonRows } from './rows.ts'
import { wordsOf } from './words.ts'

/** A living lesson with what is read out of its words once. */
export interface Shelved {
  row: LessonRow
  words: ReadonlySet<string>
  glob: Glob | null
}

/** The living lessons, read once and kept until something changes. */
export interface Shelf {
  living(): readonly Shelved[]
  /** The living lesson that says the same of the same: of its kind, glob and action, in its project or shared. */
  similarTo(wanted: LikeWhat): LessonRow | undefined
  /** Living lessons of this kind with about the same words, in whatever project. */
  like(wanted: Pick<LessonRow, 'kind' | 'text'>): LessonRow[]
  /** After every change, whether or not it was committed. */
  forget(): void
}

type LikeWhat = Pick<LessonRow, 'kind' | 'text' | 'glob' | 'action' | 'project' | 'isShared'>

export function createShelf(rows: Pick<LessonRows, 'living'>): Shelf {
  // The words and the glob of a lesson never change.
  let read = new Map<LessonId, Pick<Shelved, 'words' | 'glob'>>()
  let kept: readonly Shelved[] | undefined
  const living = (): readonly Shelved[] => (kept ??= load())
  return {
    living,
    similarTo(wanted) {
      const words = wordsOf(wanted.text)
      const near = living()
        .filter(({ row }) => isOfSame(row, wanted))
        .map((shelved) => ({ row: shelved.row, share: likeness(words, shelved.words) }))
        .filter(({ share }) => share >= lessonDefaults.similarFrom)
      return near.toSorted((one, other) => other.share - one.share)[0]?.row
    },
    like({ kind, text }) {
      const words = wordsOf(text)
      return living()
        .filter(({ row, ...found }) => row.kind === kind && saysTheSame(words, found.words))
        .map(({ row }) => row)
    },
    forget: () => (kept = undefined),
  }

  function load(): readonly Shelved[] {
    const shelved = rows.living().map((row) => ({ row, ...(read.get(row.id) ?? readOnce(row)) }))
    read = new Map(shelved.map(({ row, words, glob }) => [row.id, { words, glob }]))
    return shelved
  }
}

export function saysTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return likeness(one, other) >= lessonDefaults.similarFrom
}

function readOnce({ text, glob }: LessonRow): Pick<Shelved, 'words' | 'glob'> {
  return { words: wordsOf(text), glob: glob === null ? null : readGlob(glob) }
}

function isOfSame(row: LessonRow, wanted: LikeWhat): boolean {
  const isNear = row.isShared === 1 || (wanted.isShared === 0 && row.project === wanted.project)
  return isNear && row.kind === wanted.kind && row.glob === wanted.glob && row.action === wanted.action
}
