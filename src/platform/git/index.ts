export { branchAt, branchesOf, commitsBetween, mainBranchOf, refsWith, relationsOf } from './branches.ts'
export {
  differencesBetween,
  touchedBetween,
  touchedOfPairs,
  type FileDifference,
  type Touched,
} from './changes.ts'
export { checkoutsOf } from './checkouts.ts'
export {
  capture,
  commitTree,
  installIndex,
  patchGives,
  switchFiles,
  underWay,
  writePatch,
  type Capture,
} from './commits.ts'
export { completeMove, standingOf } from './completing.ts'
export { addDetached } from './detached.ts'
export {
  differencesSince,
  filesAt,
  forkOf,
  textsOf,
  type Difference,
  type Differences,
} from './differences.ts'
export { filtersOf, withoutDrivers, type Repository } from './drivers.ts'
export { importCommits, putInIndex, type CommitPerson, type NewCommit } from './importing.ts'
export { linesOf } from './lines.ts'
export { diffOf, logOf, textAt, type LoggedCommit } from './log.ts'
export { lookAt } from './looks.ts'
export { mergeTexts } from './merge-texts.ts'
export { mergeTrees, mergeTwo, moveBranch, type Merged } from './merging.ts'
export { IndexLocked } from './index-lock.ts'
export { moveCheckout, obstaclesIn } from './moving.ts'
export { submodulesIn, unpushedSubmodules } from './nested.ts'
export { GitError } from './outcome.ts'
export { pushBranch, remoteOf } from './pushing.ts'
export {
  commitOf,
  commitsOf,
  countCommits,
  isAncestor,
  isContained,
  isPushed,
  mergeBase,
  moveRefs,
  notIn,
  partingOf,
  treeOf,
  treesOf,
} from './refs.ts'
export { askGit, tryGit, type Checkout, type GitPlace } from './run.ts'
export { objectsOf, withScratch } from './scratch.ts'
export { historyOf, readGit } from './state.ts'
export { treeWith } from './trees.ts'
export {
  addWorktree,
  checkOut,
  gitVersion,
  initSubmodules,
  isAtLeast,
  listWorktrees,
  mendWorktree,
  removeWorktree,
  unlockWorktree,
  type ListedWorktree,
} from './worktrees.ts'
