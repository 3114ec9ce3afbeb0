import { resolve } from 'node:path'
import { expandHome, withoutPrototype, type Environment, type Variables } from './environment.ts'
import { withoutUndefined } from '../lib/index.ts'
import type { Notice } from './notices.ts'
import type { CheckReport, LevelName } from './sections/checks.ts'
import type { UserConfig } from './sections/config.ts'

type UserTeam = UserConfig['teams'][string]
type UserAnalysis = UserConfig['agent']['completionAnalysis']

/** Who decides when an agent asks for permission. */
export type PermissionMode = UserConfig['agent']['grantPermission']

/** A way to reach you when something needs you. */
type AlertMethod = Exclude<UserAnalysis['alertMethods'][number], 'notification'>

/** How people are told of what waits for them. */
export type NotificationSettings = CompiledConfig['notifications']

/** What holds for the daemon; times are in ms. */
export type Settings = Readonly<UserConfig['settings']>

/** Where tasks are worked; times are in ms. */
export type GitSettings = Readonly<UserConfig['git']>

/** Where pages are kept, and who may write them. */
export type WikiSettings = Readonly<UserConfig['wiki']>

/** How the Iris agent works; patterns ignore the case of letters. */
export interface AgentConfig extends Readonly<Omit<UserConfig['agent'], 'completionAnalysis'>> {
  readonly completionAnalysis: Readonly<Omit<UserAnalysis, 'questionPatterns' | 'alertMethods'>> & {
    readonly questionPatterns: readonly RegExp[]
    readonly alertMethods: readonly AlertMethod[]
  }
}

/** What proves a change of a team: commands by level, and variables that its agent does not get. */
interface TeamChecks {
  readonly env: Variables
  readonly levels: Readonly<
    Record<LevelName, { readonly commands: readonly string[]; readonly budget: number }>
  >
  readonly reports: readonly CheckReport[]
}

/** A team with every value decided: its own, else that of `settings` or `claude`. Times are in ms. */
export interface Team {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly idleTimeout: number
  readonly sessionInitTimeout: number
  readonly responseTimeout: number
  readonly color: string | undefined
  /** The words to put before the agent's command, such as `['ssh', 'you@host']`; undefined on this machine. */
  readonly remote: readonly string[] | undefined
  readonly claudePath: string
  readonly model: string | undefined
  readonly grantPermission: PermissionMode
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly appendSystemPrompt: string | undefined
  readonly questioning: boolean
  readonly leadMayAnswer: UserTeam['leadMayAnswer']
  readonly answerers: readonly string[]
  readonly onCrash: 'resume' | 'report'
  /** Which kinds of news of it people are told. */
  readonly tellsOf: UserConfig['notifications']['kinds']
  /** US dollars; undefined is no limit. */
  readonly budget: { readonly day: number | undefined; readonly total: number | undefined }
  readonly env: Variables
  readonly checks: TeamChecks
}

/** config.yaml, validated and decided once, so that nothing else has to know about defaults. */
export interface CompiledConfig {
  readonly settings: Settings
  readonly database: { readonly path: string }
  readonly dashboard: { readonly enabled: boolean }
  readonly agent: AgentConfig
  readonly notifications: Readonly<UserConfig['notifications']>
  readonly git: GitSettings
  readonly checks: Readonly<UserConfig['checks']>
  readonly pipeline: Readonly<UserConfig['pipeline']>
  readonly work: Readonly<UserConfig['work']>
  readonly irc: Readonly<UserConfig['irc']>
  readonly channels: Readonly<UserConfig['channels']>
  readonly wiki: WikiSettings
  readonly org: Readonly<UserConfig['org']>
  readonly claude: { readonly path: string; readonly model: string | undefined; readonly env: Variables }
  readonly teams: ReadonlyMap<string, Team>
  readonly notices: readonly Notice[]
}

/** Decides every value that depends on another or on the environment. */
export function compileConfig(
  user: UserConfig,
  environment: Environment,
  notices: readonly Notice[],
): CompiledConfig {
  const { home, userHome } = environment
  const claude = {
    path: expandHome(user.claude.path, userHome),
    model: user.claude.model,
    env: withoutPrototype(user.claude.env),
  }
  const teams = Object.entries(user.teams).map(([name, team]) => {
    return [name, compileTeam({ name, team, user, claude, userHome })] as const
  })
  return {
    settings: user.settings,
    database: { path: resolve(home, expandHome(user.database.path ?? 'iris.db', userHome)) },
    dashboard: user.dashboard,
    agent: compileAgent(user.agent, environment),
    notifications: user.notifications,
    git: { ...user.git, worktrees: expandHome(user.git.worktrees, userHome) },
    checks: user.checks,
    pipeline: user.pipeline,
    work: user.work,
    irc: user.irc,
    channels: user.channels,
    wiki: {
      ...user.wiki,
      ...(user.wiki.path !== undefined && { path: expandHome(user.wiki.path, userHome) }),
    },
    org: user.org,
    claude,
    teams: new Map(teams),
    notices,
  }
}

function compileAgent(agent: UserConfig['agent'], { home, userHome }: Environment): AgentConfig {
  const { questionPatterns, alertMethods, ...analysis } = agent.completionAnalysis
  const queue = agent.queueSqlitePath
  const methods = alertMethods.map((method) => (method === 'notification' ? 'desktop' : method))
  return {
    ...agent,
    queueSqlitePath: queue === null ? null : resolve(home, expandHome(queue, userHome)),
    completionAnalysis: {
      ...analysis,
      questionPatterns: questionPatterns.map((pattern) => new RegExp(pattern, 'i')),
      alertMethods: [...new Set(methods)],
    },
  }
}

function compileTeam(from: {
  name: string
  team: UserTeam
  user: UserConfig
  claude: CompiledConfig['claude']
  userHome: string
}): Team {
  const { name, team, user, claude, userHome } = from
  const { settings } = user
  return {
    name,
    path: team.remote === undefined ? resolve(expandHome(team.path, userHome)) : team.path,
    description: team.description,
    idleTimeout: team.idleTimeout ?? settings.idleTimeout,
    sessionInitTimeout: team.sessionInitTimeout ?? settings.sessionInitTimeout,
    responseTimeout: team.responseTimeout ?? settings.responseTimeout,
    color: team.color,
    remote: team.remote?.split(/ +/),
    claudePath: claudePathOf(team, claude.path, userHome),
    model: team.model ?? claude.model,
    grantPermission: team.grantPermission ?? (team.skipPermissions ? 'yes' : 'ask'),
    allowedTools: team.allowedTools,
    disallowedTools: team.disallowedTools,
    appendSystemPrompt: team.appendSystemPrompt,
    questioning: team.questioning,
    leadMayAnswer: team.leadMayAnswer,
    answerers: [...new Set([...team.answerers, ...(team.delegates ?? [])])],
    onCrash: team.onCrash,
    tellsOf: { ...user.notifications.kinds, ...withoutUndefined(team.notifications) },
    budget: { day: team.budget.day, total: team.budget.total },
    env: withoutPrototype({ ...claude.env, ...team.env }),
    checks: compileChecks(user.checks, team.checks),
  }
}

function compileChecks(general: UserConfig['checks'], own: UserTeam['checks']): TeamChecks {
  const level = (name: LevelName): TeamChecks['levels'][LevelName] => ({
    commands: own[name].commands ?? general[name].commands,
    budget: own[name].budget ?? general[name].budget,
  })
  return {
    env: withoutPrototype({ ...general.env, ...own.env }),
    reports: own.reports ?? general.reports,
    levels: {
      quick: level('quick'),
      standard: level('standard'),
      thorough: level('thorough'),
      comprehensive: level('comprehensive'),
      release: level('release'),
    },
  }
}

/** Where Claude Code is on this machine says nothing about another one. */
function claudePathOf(team: UserTeam, ours: string, userHome: string): string {
  if (team.remote !== undefined) return team.claudePath ?? 'claude'
  return team.claudePath === undefined ? ours : expandHome(team.claudePath, userHome)
}
