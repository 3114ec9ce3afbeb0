import type { IncomingHttpHeaders } from 'node:http'
import { joinTexts, textOf, type Block, type Message, type MessagesRequest } from './messages-request.ts'

/** What a playbook's conditions look at: where the conversation stands. */
export interface Scene {
  model: string
  system: string
  agent: 'main' | 'sub'
  session: string | undefined
  /** The session and, of a subagent, which one: each talks with the model by itself. */
  conversation: string
  /** How often the user has spoken. */
  turn: number
  /** What the user said last. */
  says: string
  /** The tools whose results came last; empty when words came last. */
  tools: readonly string[]
  /** What these tools returned, without what the CLI adds to it. */
  toolResult: string
  /** Everything that came since the model's last answer: words, reminders, results. */
  last: string
  /** Everything the model was ever told in this conversation, oldest first. */
  heard: string
  cwd: string
}

/** Reads the scene from a request. */
export function readScene(request: MessagesRequest, headers: IncomingHttpHeaders): Scene {
  const system = joinTexts(request.system)
  const spoken = request.messages.flatMap(textsSpoken)
  const last = sinceLastAnswer(request.messages)
  const heard = told(request.messages.flatMap(({ role, content }) => (role === 'assistant' ? [] : content)))
  const results = lastResults(last)
  const isSpoken = results.length > 0 || last.some((block) => wordsIn(block) !== '')
  return {
    model: request.model,
    system,
    agent: headers['x-claude-code-agent-id'] === undefined ? 'main' : 'sub',
    session: oneHeader(headers['x-claude-code-session-id']),
    conversation: conversationOf(headers),
    turn: spoken.length,
    says: isSpoken ? (spoken.at(-1) ?? '') : joinTexts(last).trim(),
    tools: results.map((result) => toolOf(result, request.messages)),
    toolResult: results.map((result) => withoutReminders(textOf(result.content))).join('\n'),
    last: told(last),
    heard,
    cwd: workingDirectory(system) ?? workingDirectory(heard) ?? '.',
  }
}

const opening = '<system-reminder>'
const closing = '</system-reminder>'

/** A text without what the CLI adds to it. */
export function withoutReminders(text: string): string {
  let words = ''
  let from = 0
  for (let start = text.indexOf(opening); start !== -1; start = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, start)
    if (end === -1) break
    words += text.slice(from, start)
    from = end + closing.length
  }
  return (words + text.slice(from)).trim()
}

/** One text each, because the CLI puts a message after one that failed into the same request message. */
function textsSpoken({ role, content }: Message): string[] {
  return role === 'user' ? content.map(wordsIn).filter((words) => words !== '') : []
}

function wordsIn(block: Block): string {
  return block.type === 'text' ? withoutReminders(block.text ?? '') : ''
}

function sinceLastAnswer(messages: readonly Message[]): Block[] {
  const answered = messages.findLastIndex((message) => message.role === 'assistant')
  return messages.slice(answered + 1).flatMap((message) => message.content)
}

/** Tool results count as last only when no words follow them. */
function lastResults(blocks: readonly Block[]): Block[] {
  const words = blocks.findLastIndex((block) => wordsIn(block) !== '')
  return blocks.slice(words + 1).filter((block) => block.type === 'tool_result')
}

/** What some blocks say, whoever put it there. */
function told(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === 'tool_result' ? textOf(block.content) : (block.text ?? '')))
    .join('\n')
}

function toolOf(result: Block, messages: readonly Message[]): string {
  const call = messages
    .flatMap((message) => message.content)
    .findLast((block) => block.type === 'tool_use' && block.id === result.tool_use_id)
  return call?.name ?? ''
}

/** The CLI tells the model its folder, newer ones in a reminder; with a system prompt of one's own it may not. */
function workingDirectory(text: string): string | undefined {
  return /^[ -]*(?:Primary w|W)orking directory: (?<path>.+)$/m.exec(text)?.groups?.['path']?.trim()
}

function conversationOf(headers: IncomingHttpHeaders): string {
  const parts = [headers['x-claude-code-session-id'], headers['x-claude-code-agent-id']]
  return parts.map((part) => oneHeader(part) ?? '').join(' ')
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
