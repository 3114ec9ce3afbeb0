import type { mergesNoun, OperationsOf } from '../../contract/index.ts'
import type { Merges } from './merges.ts'

/** What the operations on merges do. */
export function mergeOperations(merges: Merges): OperationsOf<typeof mergesNoun> {
  return {
    listMerges: (filter) => merges.list(filter),
    getForecast: (of) => merges.forecast(of),
    planMerge: (wanted) => merges.plan(wanted),
    mergeTask: (wanted, { name }) => merges.merge(wanted, name),
    planUndo: (wanted) => merges.planUndo(wanted),
    undoMerge: (wanted, { name }) => merges.undo(wanted, name),
    getChange: (of) => merges.change(of),
    getChangedFile: (of) => merges.changedFile(of),
    pushTask: ({ task }, { name }) => merges.push(task, name),
  }
}
