/**
 * Makes control characters visible. The one cleaner of everything a terminal is shown: text of agents, projects and
 * files must not drive it, nor turn its words around. Tab and newline stay.
 */
export function harmless(text: string): string {
  return text.replaceAll(control, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16)
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`
  })
}

/** The same as one line: a name with a newline in it must not look like further lines of ours. */
export const harmlessInLine = (text: string): string => harmless(text).replaceAll('\n', '\\n')

/** A value as JSON that is harmless too: JSON itself escapes only the first of these characters. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(control, jsonEscape)
}

/** A text that should be JSON and may not be: the same, and no character of it is lost. */
export function harmlessLine(line: string): string {
  return line.replaceAll(control, jsonEscape)
}

function jsonEscape(char: string): string {
  return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

// Everything but tab and newline, and what overrides the direction of writing.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g
