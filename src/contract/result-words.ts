import type { Fields } from './fields.ts'

/** Whether words were in what the tool itself gave the CLI. */
type IsOwn = (words: string) => boolean

/**
 * What a tool returned, as people read it: the words of its blocks without what the CLI tells the model in them. Only
 * what stands where the CLI puts it is taken out, and not what the tool itself wrote there (`own`, the line's
 * `tool_use_result`), or a tool could hide its words from people by speaking like the CLI. The recorded line keeps everything.
 */
export function resultWords(content: unknown, own: unknown): string {
  const texts = typeof content === 'string' ? [content] : Array.isArray(content) ? content.map(textOf) : []
  let given: string | undefined
  const isOwn = (words: string): boolean =>
    (given ??= JSON.stringify(own) ?? '').includes(JSON.stringify(words.trim()).slice(1, -1))
  const shown = texts.map((text) => shownOf(text, isOwn))
  return shown.filter((text, place) => text !== '' || texts[place] === '').join('\n')
}

function textOf(block: unknown): string {
  if (typeof block !== 'object' || block === null) return ''
  const { text, tool_name: tool, type }: Fields = { ...block }
  const words = [text, tool].find((value) => typeof value === 'string')
  return typeof words === 'string' ? words : `[${String(type)}]`
}

function shownOf(text: string, isOwn: IsOwn): string {
  return [withoutHandling, withoutFileState, reportIn, noteOf].reduce(
    (before, without) => {
      const shown = without(before)
      return shown === before || isOwn(takenFrom(before, shown)) ? before : shown
    },
    withoutReminders(text, isOwn),
  )
}

/** What is no longer there; of a text that was replaced the line by which it was known. */
function takenFrom(before: string, shown: string): string {
  if (before.startsWith(shown)) return before.slice(shown.length)
  const [first = '', ...lines] = before.split('\n')
  return lines.find((line) => line.startsWith(frame)) ?? first
}

const opening = '<system-reminder>'
const closing = '</system-reminder>'

/** Reminders come after what the tool returned, each on lines of its own. */
function withoutReminders(text: string, isOwn: IsOwn): string {
  let shown = text
  for (let rest = shown.trimEnd(); rest.endsWith(closing); rest = shown.trimEnd()) {
    const start = rest.lastIndexOf(opening)
    if (start === -1 || (start > 0 && rest[start - 1] !== '\n') || isOwn(rest.slice(start))) break
    shown = rest.slice(0, start).trimEnd()
  }
  return shown
}

const handling = /^agentId: \S+ \(use SendMessage with to: [^\n]*\)(?:\n<usage>[^<]*<\/usage>)?\s*$/

/** Under the report of a teammate stands how the model may go on with it. */
function withoutHandling(text: string): string {
  const start = text.startsWith('agentId: ') ? 0 : text.lastIndexOf('\nagentId: ')
  return start !== -1 && handling.test(text.slice(start).trimStart()) ? text.slice(0, start) : text
}

const fileState = ' (file state is current in your context — no need to Read it back)'

function withoutFileState(text: string): string {
  const isAboutFile = text.startsWith('File created successfully at: ') || text.startsWith('The file ')
  return isAboutFile && text.endsWith(fileState) ? text.slice(0, -fileState.length) : text
}

const frame = '[Subagent hand-back] '
const note = '  <tools-used-before-summary>'

/** Newer CLIs frame the report of a teammate and indent each of its lines. */
function reportIn(text: string): string {
  const start = text.startsWith(frame) ? 0 : text.startsWith(note) ? text.indexOf(`\n${frame}`) + 1 : -1
  const end = start === -1 || !text.startsWith(frame, start) ? -1 : text.indexOf('\n', start)
  if (end === -1) return text
  return text
    .slice(end + 1)
    .split('\n')
    .map((line) => (line.startsWith('  ') ? line.slice(2) : line))
    .join('\n')
}

const launched = /^(?<what>[A-Z][\w ]+\.)(?: \(This tool result is internal metadata — [^\n]*\))?\n/

/** A teammate that works in the background, or was sent back to work, is told to the model with how to handle it. */
function noteOf(text: string): string {
  if (text.startsWith('{"success":true,') && /"resumedAgentId":"\w+"/.test(text))
    return 'Continues with this message.'
  const isInternal =
    /^[^\n]*\(This tool result is internal metadata — |^[^\n]*\nagentId: \S+ \(internal ID - /.test(text)
  const what = isInternal ? launched.exec(text)?.groups?.['what'] : undefined
  if (what === undefined) return text
  return what === 'Async agent launched successfully.' ? 'Started in the background.' : what
}
