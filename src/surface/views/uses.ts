import { textIn, type Fields } from '../../contract/plain.ts'
import { list } from './fields.ts'
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
    const to = textIn(input, 'name') || textIn(input, 'subagent_type') || 'helper'
    return {
      kind: 'message',
      from: '',
      to,
      words: textIn(input, 'prompt') || textIn(input, 'description'),
      use,
    }
  }
  if (tool === 'SendMessage') {
    const to = textIn(input, 'to') || textIn(input, 'recipient')
    return { kind: 'message', from: '', to, words: textIn(input, 'message') || textIn(input, 'content'), use }
  }
  if (!/^mcp__iris__team_(?:quick_)?tell$/.test(tool)) return undefined
  const to = textIn(input, 'toTeam') || textIn(input, 'to') || textIn(input, 'team')
  return { kind: 'message', from: '', to, words: textIn(input, 'message'), use }
}

function todoOf(todo: Fields): Todo {
  const state = textIn(todo, 'status')
  return {
    words: textIn(todo, 'content'),
    state: state === 'completed' || state === 'in_progress' ? state : 'pending',
  }
}
