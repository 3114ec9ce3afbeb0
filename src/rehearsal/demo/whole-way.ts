import type { Client } from '../../client/index.ts'
import type { CallInput, Review } from '../../contract/index.ts'
import { effectWords, passedWords } from '../../surface/views/index.ts'
import { follow, type Following } from './following.ts'
import type { DemoProject } from './project.ts'
import type { Screen } from './screen.ts'

const team = 'habits'

/** What the person says, a sentence for each phase of the idea. */
const said = [
  'I begin habits and give them up. I want to see how long I kept one up.',
  'Ticks, days in a row, the last week, an export. The others want an account.',
  'I tried it on paper for a month: daily ticks hold, and I opened my list in a spreadsheet.',
  'No, that is all of it.',
] as const
/** What is wanted later, of the same kind as what failed at first. */
const later = 'Weeks and streaks as CSV, so that I can draw them in a spreadsheet.'

interface Way {
  client: Client
  screen: Screen
  signal: AbortSignal
  project: DemoProject
  /** Where the log was when it began. */
  after: number
}

/** Takes an idea to merged code, and then more of it with what was learned. Resolves with whether all came off. */
export async function goTheWholeWay(way: Way): Promise<boolean> {
  const { screen, project, signal } = way
  screen.line('From an idea to the merge — a rehearsal too: the model is scripted, everything else is real.')
  screen.line()
  screen.line(`  Project  ${project.path}, with tests and no code yet`)
  screen.line(`  The tests fail at first (exit ${await project.check()}).`)
  screen.line()
  const following = follow(way, way.after)
  try {
    const idea = await talk(way, following)
    const first = await build(way, following, { team, idea })
    await confirmLessons(way, first)
    const second = await build(way, following, { team, goal: later, lane: 'quick' })
    return await sumUp(way, first, second)
  } catch (error) {
    if (!signal.aborted) throw error
    return false
  } finally {
    await following.end()
  }
}

/** Talks until there is a brief. Gives the short name of the idea. */
async function talk({ client, screen }: Way, following: Following): Promise<string> {
  let idea: string | undefined
  for (const text of said) {
    screen.activity({ who: 'you', verb: 'say', detail: text })
    const answer =
      idea === undefined
        ? await client.call('startIdeationSession', { text, wait: true })
        : await client.call('sayInIdeationSession', { idea, text, wait: true })
    idea ??= 'said' in answer ? answer.idea.idea : answer.idea
    const { messages } = await client.call('readIdeaMessages', { idea })
    screen.activity({ who: 'Iris', verb: 'replies', detail: messages.at(-1)?.text ?? '' })
    await following.until('idea.moved')
  }
  await following.until('idea.completed')
  return idea ?? ''
}

/** A spec, the person's yes, its build, the review, and the merge. */
async function build(
  { client, screen }: Way,
  following: Following,
  wanted: CallInput<'createSpec'>,
): Promise<Review> {
  const { key } = await client.call('createSpec', wanted)
  await following.until('spec.generated')
  screen.activity({ who: 'you', verb: 'approve', detail: key })
  await client.call('approveSpec', { spec: key })
  await following.until('review.made')
  const { build: made } = await client.call('getSpec', { spec: key })
  const named = made ?? ''
  const { commit, target } = await client.call('planMerge', { task: named })
  await client.call('mergeTask', { task: named, commit, target })
  await following.until('merge.made')
  return client.call('getReview', { build: named })
}

/** No agent is given what another said before a person confirms it. */
async function confirmLessons({ client, screen }: Way, { learned }: Review): Promise<void> {
  for (const { lesson, from } of learned) {
    screen.activity({ who: 'you', verb: 'confirm', detail: `the lesson of ${from}` })
    await client.call('confirmLesson', { lesson })
  }
}

async function sumUp({ client, screen, project }: Way, first: Review, second: Review): Promise<boolean> {
  const { effect } = await client.call('readMetrics', { team, span: 'day', spans: 2 })
  const after = await project.check()
  const failed = first.work.find(({ failures }) => failures.length > 0)
  const isDone =
    after === 0 &&
    first.outcome === 'complete' &&
    second.outcome === 'complete' &&
    second.firstPass === second.tasks &&
    (effect.difference ?? 0) > 0
  screen.line()
  screen.line(
    isDone ? '✓ An idea became merged code, and what failed once did not fail again.' : '✗ Not done.',
  )
  screen.line(`  Failed   ${failed ? `${failed.key}: ${failed.failures.join(', then ')}` : 'nothing'}`)
  for (const review of [first, second])
    screen.line(
      `  At once  ${review.key}: ${passedWords({ tasks: review.started, firstPass: review.firstPass })}`,
    )
  for (const { text, confidence } of second.given)
    screen.line(`  Lesson   ${text} (worth ${confidence.toFixed(2)})`)
  screen.line(`  Effect   ${effectWords(effect)}`)
  screen.line(`  Test     ${after === 0 ? 'passes' : 'fails'} now on main (Iris ran it: exit ${after})`)
  screen.line()
  return isDone
}
