import type { Evidence, TeammateRole } from '../../contract/index.ts'
import type { Duty } from '../../core/agents/index.ts'
import type { SubagentSpec } from '../../core/transport/index.ts'
import type { RunRow } from './rows.ts'

const ofIris = ['run_complete', 'run_show', 'team_teams', 'team_tell', 'team_quick_tell', 'team_report']
const onlyLeader = ['mcp__iris__run_complete']

/** A leader has its roster as subagents, and may call them, other teams and its own run without asking. */
export function leaderDuty({ roles, evidence }: RunRow): Duty {
  return {
    appendSystemPrompt: promptOf(roles, evidence),
    subagents: Object.fromEntries(roles.map((role) => [role.role, subagentOf(role)])),
    allowedTools: ['Agent', 'Task', 'SendMessage', 'TaskStop', ...ofIris.map((tool) => `mcp__iris__${tool}`)],
  }
}

function subagentOf({ description, prompt, tools, model }: TeammateRole): SubagentSpec {
  return {
    description,
    prompt,
    disallowedTools: onlyLeader,
    ...(tools && { tools }),
    ...(model !== null && { model }),
  }
}

function promptOf(roles: readonly TeammateRole[], evidence: Evidence): string {
  return [
    `You lead a run: you are given a goal and a team. You plan, hand out the work, judge what comes back, and decide when the goal is reached. Leave the work itself to your teammates.`,
    `Your teammates, by role:\n${roles.map(line).join('\n')}`,
    `Set one to work with the tool Agent: subagent_type is the role, name the name, description a few words, prompt all it must know, because it sees nothing of your conversation: the goal, which files to read, which to write, what to report. Always pass run_in_background explicitly. Pass true, also for several at once when their work does not depend on each other; then say in one sentence what you wait for and end your turn. You are woken when one ends. Do not wait, poll or sleep.`,
    `A teammate that has ended can be given more: SendMessage to its agent id. One that fails, is stopped or reports badly is yours to judge: give it another try, give the work to somebody else, or go on without it.`,
    `Agents of other projects are teammates too: team_teams lists them, team_quick_tell gives one something to do, and its answer reaches you as a message by itself.`,
    `What only the user can decide, ask with AskUserQuestion; never end a turn with a question in plain words.`,
    `When the goal is reached, and only then, call the tool run_complete of the server iris, once, with a summary of what was done and how it was proved. Then end your turn.${evidenceText(evidence)}`,
  ].join('\n\n')
}

function line({ role, name, description }: TeammateRole): string {
  return `- ${role} (${name}): ${description}`
}

function evidenceText({ files, commands }: Evidence): string {
  if (files.length + commands.length === 0) return ''
  const asked = [
    ...files.map((path) => `- the file ${path} is there`),
    ...commands.map((command) => `- the command \`${command}\` exits with 0`),
  ]
  return ` Iris then checks by itself, in the folder of the project:\n${asked.join('\n')}`
}

/** What the leader is told first. */
export function opening(goal: string): string {
  return `The goal of this run:\n\n${goal}`
}
