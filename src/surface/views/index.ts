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
export { fieldsOf, number as numberIn, text as textIn } from './fields.ts'
export { laneEvents, timelineOf } from './lanes.ts'
export type { Span, Timeline } from './spans.ts'
export { laneWords, momentWords } from './waits.ts'
export { againWords, limitedPhrase, limitWords } from './limited.ts'
export { linesOf, readLine, type Part } from './line.ts'
export {
  age,
  bytes,
  compact,
  counted,
  costWords,
  duration,
  endingWords,
  money,
  nextStep,
  oneLine,
  queuedWords,
  spanTook,
  spentWords,
  tookOf,
  tookWords,
  type Took,
  waitingWords,
} from './words.ts'
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
