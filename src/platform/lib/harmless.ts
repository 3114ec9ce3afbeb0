/** Makes control characters visible: agent text must not drive the terminal, nor turn its words around. */
export function harmless(text: string): string {
  return text.replaceAll(control, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16)
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`
  })
}
// Everything but tab and newline, and what overrides the direction of writing.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g
