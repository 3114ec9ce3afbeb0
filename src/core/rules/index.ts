export { fitContext } from './context-budget.ts'
export { deadlockDoor, loopDoor, preemptionDoor } from './doors/agents.ts'
export { conflictDoor, coordinateDoor, redistributeDoor } from './doors/coordinating.ts'
export { continueDoor, failureDoor, policyDoor, stuckDoor } from './doors/failing.ts'
export { transitionDoor } from './doors/ideas.ts'
export { TriggerFile, triggersDoor } from './doors/triggers.ts'
export { ideaPhases } from './transition.ts'
export { contextDoor, divergenceDoor, questionsDoor } from './doors/working.ts'
export type { TypedDoor } from './doors/door.ts'
export { ruleDoors } from './doors/doors.ts'
export {
  confirmLesson,
  discoverLesson,
  isPromotable,
  lessonDefaults,
  lessonStatus,
  likeness,
  recordSimilar,
  stepLesson,
  type LessonStanding,
} from './lesson.ts'
export { ageDefaults, urgencyOf } from './preemption.ts'
export { checkLevels, levelMinutes, suggestLevel, type LevelRuling } from './check-level.ts'
export { findIn, isWatched, readChanged, type ChangedFile } from './findings/change.ts'
export type { RawFinding } from './findings/finding.ts'
export { testsRun } from './findings/runner-output.ts'
export { judgeFailure } from './failure/classify.ts'
export { failureClasses, type FailureClass } from './policy.ts'
export { sizeDoor } from './doors/size.ts'
export { sizes } from './size.ts'
export { orderTasks, type Ordering } from './order/order.ts'
export type { PlannedTask } from './order/task.ts'
