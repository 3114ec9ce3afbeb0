import { oneLine, readLine, textIn, type Fields, type LinePart } from '../../contract/plain.ts'
import { list } from './fields.ts'

/** What an agent does, in words a person would use: `editing src/auth.ts`. */
export interface Activity {
  verb: string
  /** What it is done to; may be empty. */
  object: string
}

type Describe = (input: Fields, cwd: string) => Activity

const file =
  (verb: string, key = 'file_path'): Describe =>
  (input, cwd) => ({ verb, object: within(textIn(input, key), cwd) })

const known: Readonly<Record<string, Describe>> = {
  Read: file('reading'),
  NotebookRead: file('reading', 'notebook_path'),
  Edit: file('editing'),
  MultiEdit: file('editing'),
  NotebookEdit: file('editing', 'notebook_path'),
  Write: file('writing'),
  LS: file('listing', 'path'),
  Glob: (input) => ({ verb: 'looking for', object: textIn(input, 'pattern') }),
  Grep: (input) => ({ verb: 'searching for', object: textIn(input, 'pattern') }),
  Bash: (input) => ({ verb: 'running', object: oneLine(textIn(input, 'command'), 80) }),
  WebFetch: (input) => ({ verb: 'fetching', object: hostOf(textIn(input, 'url')) }),
  WebSearch: (input) => ({ verb: 'searching the web for', object: textIn(input, 'query') }),
  TodoWrite: (input) => ({ verb: 'planning', object: currentTodo(input) }),
  AskUserQuestion: () => ({ verb: 'asking', object: 'you' }),
  ExitPlanMode: () => ({ verb: 'showing', object: 'its plan' }),
  Task: helper,
  Agent: helper,
  SendMessage: (input) => ({ verb: 'messaging', object: textIn(input, 'to') || textIn(input, 'recipient') }),
}

/** What a tool call is, in words; paths are shown from the team's folder on. */
export function describeUse(tool: string, input: Fields, cwd = ''): Activity {
  const describe = known[tool]
  if (describe && Object.hasOwn(known, tool)) return describe(input, cwd)
  const told = /^mcp__iris__team_(?:quick_)?tell$/.test(tool)
  if (told)
    return {
      verb: 'telling',
      object: textIn(input, 'toTeam') || textIn(input, 'to') || textIn(input, 'team'),
    }
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? []
  return { verb: 'using', object: server && name ? `${name} of ${server}` : tool }
}

/** What a part says about what is done now; undefined when it says nothing new. */
function activityOf(part: LinePart, cwd = ''): Activity | undefined {
  switch (part.kind) {
    case 'began':
      return { verb: 'starting', object: '' }
    case 'thought':
      return { verb: 'thinking', object: '' }
    case 'said':
      return { verb: 'saying', object: oneLine(part.text, 120) }
    case 'used':
      return describeUse(part.tool, part.input, cwd)
    case 'writing':
    case 'returned':
    case 'ended':
    case 'wanted':
    case 'other':
    default:
      return undefined
  }
}

/** What is done now, from the lines of a session, the newest last; the agent itself, not its helpers. */
export function latestActivity(lines: readonly string[], cwd = ''): Activity | undefined {
  for (const line of lines.toReversed()) {
    const { parent, parts } = readLine(line)
    if (parent !== null) continue
    for (const part of parts.toReversed()) {
      const activity = activityOf(part, cwd)
      if (activity) return activity
    }
  }
  return undefined
}

export function activityWords({ verb, object }: Activity): string {
  return object ? `${verb} ${object}` : verb
}

/** A path as somebody in the folder would say it. */
export function within(path: string, folder: string): string {
  return folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

function helper(input: Fields): Activity {
  const role = textIn(input, 'subagent_type') || 'a helper'
  const what = textIn(input, 'description')
  return { verb: 'sending', object: what ? `${role}: ${what}` : role }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function currentTodo(input: Fields): string {
  const todos = list(input, 'todos')
  const current = todos.find((todo) => textIn(todo, 'status') === 'in_progress')
  return current ? textIn(current, 'activeForm') || textIn(current, 'content') : ''
}
