export { childEnvironment, heldBack } from './child-environment.ts'
export {
  type AgentConfig,
  type CompiledConfig,
  type GitSettings,
  type NotificationSettings,
  type PermissionMode,
  type Settings,
  type Team,
  type WikiSettings,
} from './compilation.ts'
export type { CheckReport } from './sections/checks.ts'
export { parseDuration } from './duration.ts'
export { addTeam, removeTeam, setIrcPort } from './editing.ts'
export { expandHome, readEnvironment, type Environment, type Variables } from './environment.ts'
export { exampleConfig } from './example.ts'
export { readFrontMatter } from './front-matter.ts'
export { configJsonSchema } from './json-schema.ts'
export { parseConfig, readConfig, readConfigText } from './loading.ts'
export { findDeepNesting } from './nesting.ts'
export { describeMistake, formatMistakes, type Mistake } from './mistake.ts'
export { isTeamName, teamNameExpected } from './names.ts'
export { configOperations } from './operations.ts'
export { type TeamMonitorVariable } from './sections/prompt-variables.ts'
export { createConfigWatch } from './watch.ts'
export { findClaude } from './claude.ts'
export { asRunning, waitingForRestart, type Waiting } from './restart.ts'
export { readYaml } from './yaml-file.ts'
export { changeConfigText } from './writing.ts'
