import { list, text, type Fields } from './fields.ts'
import type { Content, Todo, Use } from './items.ts'

const looking = new Set(['Read', 'NotebookRead', 'Glob', 'Grep', 'LS'])
const editing = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const starting = new Set(['Task', 'Agent'])

/** What a tool call is to a reader. */
export function contentOfUse(use: Use): Content {
  const { tool, input } = use
  if (looking.has(tool)) return { kind: 'looked', uses: [use] }
  if (editing.has(tool)) return { kind: 'edited', use }
  if (tool === 'Bash') return { kind: 'ran', use }
  if (tool === 'TodoWrite') return { kind: 'planned', todos: list(input, 'todos').map(todoOf) }
  return messageOf(use) ?? { kind: 'used', use }
}

/** What one agent says to another: to a helper, a teammate or another team. */
function messageOf(use: Use): Content | undefined {
  const { tool, input } = use
  if (starting.has(tool)) {
    const to = text(input, 'name') || text(input, 'subagent_type') || 'helper'
    return { kind: 'message', from: '', to, words: text(input, 'prompt') || text(input, 'description'), use }
  }
  if (tool === 'SendMessage') {
    const to = text(input, 'to') || text(input, 'recipient')
    return { kind: 'message', from: '', to, words: text(input, 'message') || text(input, 'content'), use }
  }
  if (!/^mcp__iris__team_(?:quick_)?tell$/.test(tool)) return undefined
  const to = text(input, 'toTeam') || text(input, 'to') || text(input, 'team')
  return { kind: 'message', from: '', to, words: text(input, 'message'), use }
}

function todoOf(todo: Fields): Todo {
  const state = text(todo, 'status')
  return {
    words: text(todo, 'content'),
    state: state === 'completed' || state === 'in_progress' ? state : 'pending',
  }
}
