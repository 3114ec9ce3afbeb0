import { setTimeout as pause } from 'node:timers/promises'
import { runToEnd, type RunCommand } from '../process/index.ts'
import { gitFailure, type GitOutcome } from './outcome.ts'

const longest = 20_000
const maxOutput = 4 * 1024 * 1024

/** Where git runs, with which environment, and until when. */
export interface GitPlace {
  folder: string
  /** What it says of repositories, objects or settings does not count: it may be that of a hook or an agent. */
  env: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Where HEAD and the index are, so that git does not look for them and never finds the repository around it. */
  gitDir?: string
  /** The top of its files, where that is not the folder itself. */
  top?: string
  /** An index in place of its own. */
  index?: string
  /** A folder that git writes objects to, in place of where they are. */
  scratch?: { folder: string; objects: string }
  /** What starts git, in place of this process. */
  starter?: RunCommand
  /** Settings besides those that always hold, such as `core.fsmonitor=false`. */
  settings?: readonly string[]
}

/** A checkout by both its folders. */
export interface Checkout extends GitPlace {
  gitDir: string
}

/** What git is asked besides its arguments. */
export interface GitAsked {
  /** What its stdin gets. */
  input?: string | Uint8Array
  timeoutMs?: number
  /** Bytes kept of each stream. */
  maxOutput?: number
}

// No hook, no helper of the project, no housekeeping, no signature. Filters and merge drivers: see drivers.ts.
const always = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'log.showSignature=false',
  'advice.detachedHead=false',
]

/** What git prints; an error in its own words when it fails or says too much. */
export async function askGit(
  place: GitPlace,
  args: readonly string[],
  asked: GitAsked = {},
): Promise<string> {
  const outcome = await tryGit(place, args, asked)
  if (outcome.isWhole) return outcome.stdout
  throw await gitFailure(place, args, outcome)
}

/** What git prints; undefined when it cannot tell, also because there is no git or no such folder. */
export async function gitAnswer(
  place: GitPlace,
  args: readonly string[],
  asked: GitAsked = {},
): Promise<string | undefined> {
  return tryGit(place, args, asked).then(
    ({ isWhole, stdout }) => (isWhole ? stdout : undefined),
    () => undefined,
  )
}

const maxTries = 6
const firstPause = 10
/** Another git makes or removes a worktree just now, and what it keeps of it is half there. */
const isInTheMiddle = ({ code, stderr }: GitOutcome): boolean =>
  code === 128 && /^fatal: failed to read .*worktrees\/[^/\n]+\/\w+: Success$/m.test(stderr)

/**
 * Runs git and says how it ended. It never asks anybody, never fetches what is missing and speaks English. Rejects when
 * there is no git or no such folder.
 */
export async function tryGit(
  place: GitPlace,
  args: readonly string[],
  asked: GitAsked = {},
): Promise<GitOutcome> {
  let outcome = await runGit(place, args, asked)
  for (let tries = 1; tries < maxTries && isInTheMiddle(outcome); tries += 1) {
    await pause(firstPause * 2 ** tries)
    outcome = await runGit(place, args, asked)
  }
  return outcome
}

async function runGit(place: GitPlace, args: readonly string[], asked: GitAsked): Promise<GitOutcome> {
  const limit = asked.maxOutput ?? maxOutput
  const settings = [...always, ...(place.settings ?? [])].flatMap((setting) => ['-c', setting])
  const { code, stdout, stderr, timedOut } = await (place.starter ?? runToEnd)({
    command: 'git',
    args: ['--no-optional-locks', ...settings, ...args],
    cwd: place.folder,
    env: environmentOf(place),
    timeoutMs: asked.timeoutMs ?? longest,
    maxOutput: limit,
    ...(asked.input !== undefined && { input: asked.input }),
    ...(place.signal && { signal: place.signal }),
  })
  return { code, stdout, stderr, timedOut, isWhole: code === 0 && !timedOut && stdout.length < limit }
}

// What a person says of themselves and of their network; the rest is about one repository or one call of git.
const personal =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|(?:SSH|SSL|HTTP|PROXY)\w*|ASKPASS|ALLOW_PROTOCOL|EXEC_PATH|TEMPLATE_DIR|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)$/

function environmentOf({
  folder,
  env,
  gitDir,
  top = folder,
  index,
  scratch,
}: GitPlace): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || personal.test(name))
  return {
    ...Object.fromEntries(kept),
    ...(gitDir !== undefined && { GIT_DIR: gitDir, GIT_WORK_TREE: top }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    ...(scratch && {
      GIT_OBJECT_DIRECTORY: scratch.folder,
      // Quoted, because a colon would part it in two.
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(scratch.objects),
    }),
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  }
}
