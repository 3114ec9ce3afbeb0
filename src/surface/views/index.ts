export { alertHeadline, stateOfAlert } from './alerts.ts'
export { againWordsOf, concernWords, stateOfConcern, stateOfRole } from './coordinator.ts'
export { artifactName, missingOf, phaseWords, stateOfIdea } from './ideas.ts'
export {
  age,
  bytes,
  compact,
  counted,
  duration,
  endingWords,
  fieldsOf,
  linesOf,
  money,
  oneLine,
  queuedWords,
  readLine,
  textIn,
  waitingWords,
  type LinePart,
} from '../../contract/plain.ts'
export { originWords } from './origins.ts'
export { activityWords, describeUse, latestActivity, within, type Activity } from './activity.ts'
export type { Problem, ProblemKind, Limited, Severity } from './problem.ts'
export { pageGroups, type PageGroup } from './page-groups.ts'
export { problemsOf } from './problems.ts'
export { problemEvents, endingIn } from './session-problems.ts'
export {
  answererWords,
  answerWords,
  byUrgency,
  canBeFalse,
  canDismiss,
  describeAsk,
  isBrief,
  wantedWords,
  fallbackWords,
  figuresByTeam,
  kindWord,
  addsGrant,
  wordsHint,
} from './asks.ts'
export { cutOffAdvice, cutOffWords } from './cut-off.ts'
export { boardOf, headlineOf, laneNames, lanes, type Entry, type Lane } from './board.ts'
export { number as numberIn } from './fields.ts'
export { laneEvents, timelineOf } from './lanes.ts'
export type { Span, Timeline } from './spans.ts'
export { laneWords, momentWords } from './waits.ts'
export { againWords, limitedPhrase, limitWords } from './limited.ts'
export { costWords, nextStep, percent, spanTook, spentWords, tookOf, tookWords, type Took } from './words.ts'
export { plainLine } from './plain-line.ts'
export { hourly, spentSince, type Spent } from './spending.ts'
export { editsOf } from './edits.ts'
export {
  isTrouble,
  lookFrom,
  placeOf,
  tookOfUse,
  type Item,
  type Shown,
  type Todo,
  type Use,
} from './items.ts'
export { writtenWith, type Written } from './writing.ts'
export { transcriptOf, type Mate } from './transcript.ts'
export { poolEvents, poolHistory, type PoolHistory } from './pool-history.ts'
export {
  aboutLesson,
  holdsForWords,
  lessonEventWords,
  lessonGroups,
  worthOver,
  type LessonGroup,
} from './lessons.ts'
export {
  metricColumns,
  stageUseWords,
  teamsReviewed,
  type MetricsMeasure,
  type MetricsSpan,
} from './metrics.ts'
export { differenceWords, effectWords, labelWords, passedWords } from './reviews.ts'
export { columnsOf, roundUp, type Column, type Divide, type Measure } from './plots.ts'
export {
  callerWords,
  endedToday,
  isOpen,
  isAccepted,
  isRun,
  limitsOf,
  runWords,
  teammateWords,
  toneOf,
  type Tone,
  stateOfRun,
} from './runs.ts'
export { chatOf, endsWriting, progressOf, wantedIn, type ChatLine } from './chat.ts'
export {
  backWords,
  countTasks,
  edgeWords,
  isFinished,
  priorityWords,
  taskCountWords,
  taskSigns,
  taskStatuses,
  taskWords,
  toneOfTask,
} from './task-words.ts'
export {
  drawTasks,
  edgesOf,
  maxDrawn,
  stepsOf,
  walk,
  type DrawnEdge,
  type TaskGraph,
  type Way,
} from './task-graph.ts'
export type { Layout, Placed, Point, Sizes } from './graph/index.ts'
export { byPriority, tasksLike, tasksOf, type TaskFilter } from './task-filter.ts'
export { taskEventWords } from './task-history.ts'
export { checkTone, checkWords, leaseEnds, mergeSentences, waitSentence, worktreeStates } from './changes.ts'
export {
  alongPath,
  buildCounts,
  buildNeeds,
  buildWords,
  canRetry,
  canSkip,
  isBegun,
  isOpenBuild,
  stateOfBuild,
  stateOfWork,
  workLaneNames,
  workLaneOf,
  workLanes,
  workPath,
  type WorkLane,
} from './builds.ts'
export { sizeWords } from './sizes.ts'
export {
  budgetWords,
  idleCheckWords,
  nextLookWords,
  openSeats,
  orgWords,
  seatMoveCalls,
  seatMoves,
  seatWords,
  shiftsOf,
  shiftWords,
  stateOfSeat,
  type SeatMove,
} from './orgs.ts'
export { underWay, type GoingOn } from './under-way.ts'
export { hereOn, wayOf, type WayStep } from './way.ts'
export { isOpenSpec, plannedTasks, stateOfSpec } from './specs.ts'
export {
  isOpenValidation,
  isValidating,
  issueFate,
  issuePlace,
  stateOfValidation,
  validationFigures,
} from './validations.ts'
export {
  byPersona,
  bySeverity,
  isOpenUx,
  journeyTime,
  scoreOfUx,
  stateOfJourney,
  stateOfUx,
  uxPartWords,
} from './ux.ts'
