import { bytes, counted, duration, money, oneLine, type Limits, type RunState } from '../../contract/plain.ts'
import { about, type Problem, type ProblemFacts, type Severity } from './problem.ts'
import { isAccepted, runWords } from './runs.ts'
import { sessionProblems } from './session-problems.ts'

const ranks: Readonly<Record<Severity, number>> = { critical: 0, problem: 1, warning: 2 }
const dayMs = 86_400_000
/** The same as `iris doctor` says. */
const littleDisk = 1e9
const noDisk = 1e8
const nearly = 0.8

/** Everything that is wrong now: what stops everybody first, then the newest. What is over is not in it. */
export function problemsOf(facts: ProblemFacts, now: number): Problem[] {
  const { limits } = facts
  return [
    ...config(facts),
    ...(limits ? [...quota(limits, now), ...disk(limits), ...missing(limits), ...budgets(limits)] : []),
    ...alerts(facts),
    ...restingRuns(facts),
    ...failedRuns(facts, now),
    ...sessionProblems(facts, now),
  ].toSorted((a, b) => ranks[a.severity] - ranks[b.severity] || (b.at ?? now) - (a.at ?? now))
}

function config({ mistakes }: ProblemFacts): Problem[] {
  const [first] = mistakes
  if (first === undefined) return []
  const more = mistakes.length > 1 ? ` And ${mistakes.length - 1} more.` : ''
  return [
    {
      ...about('config', 'config', 'critical'),
      words: `config.yaml has ${counted(mistakes.length, 'mistake')}; the last good version still applies.`,
      advice: `${oneLine(first, 300)}${more}`,
      way: { page: 'settings' },
      command: 'iris config check',
    },
  ]
}

function quota({ quotaUntil }: Limits, now: number): Problem[] {
  if (quotaUntil === null || quotaUntil <= now) return []
  const clock = new Date(quotaUntil).toTimeString().slice(0, 5)
  return [
    {
      ...about('quota', 'quota', 'critical'),
      words: `The account is at its limit until ${clock}, for another ${duration(quotaUntil - now)}.`,
      advice: 'Nothing is lost: what is waiting continues then. To continue now:',
      way: { deed: 'liftQuota' },
      command: 'iris limits lift',
    },
  ]
}

function disk({ disk: room }: Limits): Problem[] {
  if (room === null || room.free > littleDisk) return []
  const isFull = room.free <= noDisk
  return [
    {
      ...about('disk', 'disk', isFull ? 'critical' : 'warning'),
      words: `The disk of Iris is ${isFull ? 'full' : 'nearly full'}: ${bytes(room.free)} left.`,
      advice: 'Free some space: the log and the agents need room.',
    },
  ]
}

/** Agents that are missing for the same reason are one problem. */
function missing({ missing: all }: Limits): Problem[] {
  const folders = all.filter(({ what }) => what === 'folder')
  const agents = all.filter(({ what }) => what === 'agent')
  const paths = [...new Set(agents.map(({ path }) => path))]
  return [
    ...paths.map((path): Problem => ({
      ...about('missing', `agent ${path}`, 'problem'),
      teams: agents.filter((agent) => agent.path === path).map(({ team }) => team),
      words: `Claude Code was not found as ${path}.`,
      advice: 'Install it, or set its path in the settings.',
      way: { page: 'settings' },
      command: 'npm install -g @anthropic-ai/claude-code',
    })),
    ...folders.map(({ team, path }): Problem => ({
      ...about('missing', `folder ${team}`, 'problem'),
      teams: [team],
      words: `Its folder ${path} is missing.`,
      advice: 'Create the folder, or fix its path in the settings.',
      way: { page: 'settings' },
    })),
  ]
}

function budgets({ budgets: all }: Limits): Problem[] {
  return all.flatMap(({ team, span, limitUsd, spentUsd }): Problem[] => {
    if (spentUsd < limitUsd * nearly) return []
    const isSpent = spentUsd >= limitUsd
    const of = `${team === null ? 'All teams together have' : 'It has'} ${isSpent ? 'spent' : 'nearly spent'}`
    const whose = team === null ? 'their' : 'its'
    return [
      {
        ...about(
          'budget',
          `budget ${team} ${span}`,
          isSpent ? (team === null ? 'critical' : 'problem') : 'warning',
        ),
        teams: team === null ? [] : [team],
        words: `${of} ${whose} budget${span === 'day' ? ' for today' : ''}: ${money(spentUsd)} of ${money(limitUsd)}.`,
        advice: isSpent
          ? `No new turns start. Raise it in the settings${span === 'day' ? ', or wait until tomorrow' : ''}.`
          : 'When it is spent, no new turns start.',
        way: { page: 'settings' },
      },
    ]
  })
}

/** What the watch found, unless somebody knows of it; the account and budgets are told of already. */
function alerts({ alerts: all }: ProblemFacts): Problem[] {
  return all
    .filter(({ kind, acknowledgedAt }) => acknowledgedAt === null && kind !== 'quota' && kind !== 'budget')
    .map(({ alert, severity, team, words, advice, session, openedAt }) => ({
      ...about('alert', alert, severity),
      teams: team === null ? [] : [team],
      words,
      advice,
      way: session === null ? { page: 'health' } : { session },
      command: `iris alerts ack ${alert}`,
      at: openedAt,
    }))
}

/** Runs that rest before their goal is reached, and ask how to go on. */
function restingRuns({ asks, runs }: ProblemFacts): Problem[] {
  return asks.flatMap(({ ask, source, team, from, askedAt }): Problem[] => {
    if (source !== 'run') return []
    const goal = runs.find(({ run }) => run === from)?.goal
    return [
      {
        ...about('run', from, 'problem'),
        teams: [team],
        words: `Its run stopped before it reached its goal${goal === undefined ? '.' : `: ${oneLine(goal, 160)}`}`,
        advice: 'Decide what happens next: say what is missing, accept it as it is, or end it.',
        way: { page: 'inbox' },
        command: `iris inbox show ${ask}`,
        at: askedAt,
      },
    ]
  })
}

/** Ends of a run that somebody has to look at. */
const badEnds = new Set<RunState>(['failed', 'timed_out', 'completed_unverified'])

/** Runs of the last day that did not do what they were for, unless somebody accepted them or their team has begun another. */
function failedRuns({ runs }: ProblemFacts, now: number): Problem[] {
  const newestOf = new Set<string>()
  return runs.flatMap((one): Problem[] => {
    const { run, team, state, reason, goal, endedAt } = one
    const isNewest = !newestOf.has(team)
    newestOf.add(team)
    if (!isNewest || !badEnds.has(state) || isAccepted(one)) return []
    if (endedAt === null || now - endedAt > dayMs) return []
    return [
      {
        ...about('run', run, state === 'completed_unverified' ? 'warning' : 'problem'),
        teams: [team],
        words: `Its run ${state === 'completed_unverified' ? 'is ' : ''}${runWords[state]}: ${oneLine(reason || goal, 160)}`,
        advice: 'Check its proof and decide how to continue.',
        way: { run },
        command: `iris runs resume ${run}`,
        at: endedAt,
      },
    ]
  })
}
