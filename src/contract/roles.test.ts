import { expect, test } from 'vitest'
import { callNames, calls, rolesOf } from './index.ts'

const mayCall = (role: 'agent' | 'worker' | 'em' | 'observer' | 'delegate' | 'deciding') =>
  callNames.filter((name) => calls[name].for !== 'anyone' && [...calls[name].for].includes(role)).toSorted()

// Literally, so that a call which is declared for one more of them is looked at by somebody.
test('[LEA20] [HTTP2] agents and workers may make these calls and no others; all but one call needs a token', () => {
  expect(mayCall('agent')).toEqual([
    'answerAsk',
    'appendPage',
    'cancelTurn',
    'changeChannel',
    'dropTurn',
    'editPage',
    'getChannel',
    'getRun',
    'getTeam',
    'joinChannel',
    'leaveChannel',
    'listAsks',
    'listChannels',
    'listPages',
    'listTeams',
    'markRead',
    'pageHistory',
    'pageLinks',
    'postMessage',
    'readChatInbox',
    'readMessages',
    'readPage',
    'readTurns',
    'renamePage',
    'searchMessages',
    'searchPages',
    'tellTeam',
    'writePage',
  ])
  expect(mayCall('worker')).toEqual([
    'appendPage',
    'changeChannel',
    'checkpointLease',
    'createTask',
    'editPage',
    'findLessons',
    'getChannel',
    'getTask',
    'joinChannel',
    'leaveChannel',
    'listAttempts',
    'listChannels',
    'listLeases',
    'listPages',
    'listTasks',
    'markRead',
    'pageHistory',
    'pageLinks',
    'planTask',
    'postMessage',
    'readChatInbox',
    'readMessages',
    'readPage',
    'recordLesson',
    'registerWorker',
    'releaseLease',
    'renamePage',
    'searchMessages',
    'searchPages',
    'takeLease',
    'writePage',
  ])
  // An engineering manager is an agent; it plans the tasks of its own project besides.
  expect(mayCall('em')).toEqual(['createTask', 'getTask', 'listTasks', 'planTask'])
  // Somebody who speaks for the person, besides rooms and pages.
  expect(
    mayCall('delegate').filter((name) => /Idea|Spec|Review|Metrics|Ideation|Profile|Alert/.test(name)),
  ).toEqual([
    'createIdea',
    'createSpec',
    'getIdea',
    'getIdeationSession',
    'getReview',
    'getSpec',
    'listAlerts',
    'listIdeas',
    'listIdeationSessions',
    'listReviews',
    'listSpecs',
    'readIdeaMessages',
    'readIdeationMessages',
    'readMetrics',
    'readProfile',
    'sayInIdeationSession',
    'sayToIdea',
    'startIdeationSession',
  ])
  // One that may answer asks changes this of the person's too.
  expect(mayCall('deciding')).toEqual(['acknowledgeAlert', 'changeProfile'])
  expect(callNames.filter((name) => calls[name].for === 'anyone')).toEqual(['getHealth'])
})

test('[HTTP2] an observer changes nothing', () => {
  const reading = /^(?:export|find|get|list|mark|order|plan|read|replay|suggest)/
  // Each of these was looked at: it only reads.
  expect(mayCall('observer').filter((name) => !reading.test(name))).toEqual([
    'diffPage',
    'pageHistory',
    'pageLinks',
    'searchMessages',
    'searchPages',
  ])
})

test('[MCP39] a delegate decides for the person only where it may answer asks; nobody else does by that', () => {
  const rolesWith = (role: 'delegate' | 'human' | 'worker', mayAnswer: boolean) =>
    rolesOf({ role, name: 'desk', mayAnswer })
  expect(rolesWith('delegate', true)).toEqual(['delegate', 'deciding'])
  expect(rolesWith('delegate', false)).toEqual(['delegate'])
  expect(rolesOf({ role: 'delegate', name: 'desk' })).toEqual(['delegate'])
  expect([rolesWith('human', true), rolesWith('worker', true)]).toEqual([['human'], ['worker']])
})
