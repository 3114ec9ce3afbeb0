import type { Fields } from '../../../contract/index.ts'
import type { AgentEvent, Ask, Question } from '../event.ts'
import { list, maybeText, nested, objects, text } from './fields.ts'

/** Reads a request of the CLI; only permission to use a tool is an ask. */
export function readAsk(line: Fields): AgentEvent {
  const request = nested(line, 'request')
  const subtype = text(request, 'subtype')
  if (subtype !== 'can_use_tool') return { kind: 'other', type: `control_request/${subtype}` }
  const input = nested(request, 'input')
  const tool = text(request, 'tool_name')
  return {
    kind: 'asked',
    request: text(line, 'request_id'),
    ask: askOf(tool, input),
    tool,
    toolUse: text(request, 'tool_use_id'),
    input,
    description: text(request, 'description'),
    blockedPath: maybeText(request, 'blocked_path'),
    suggestions: list(request, 'permission_suggestions'),
    agent: maybeText(request, 'agent_id'),
  }
}

function askOf(tool: string, input: Fields): Ask {
  if (tool === 'AskUserQuestion') {
    return { type: 'question', questions: objects(input, 'questions').map(readQuestion) }
  }
  return tool === 'ExitPlanMode' ? { type: 'plan', plan: text(input, 'plan') } : { type: 'permission' }
}

function readQuestion(question: Fields): Question {
  return {
    question: text(question, 'question'),
    header: text(question, 'header'),
    isMultiSelect: question['multiSelect'] === true,
    options: objects(question, 'options').map((option) => ({
      label: text(option, 'label'),
      description: text(option, 'description'),
    })),
  }
}
