const maxLine = 2000
const maxText = 2_000_000

/** The text in plain lines: without colours, without lines that were drawn over, and bounded; the middle goes first. */
export function linesOf(text: string): string {
  const whole = text.length > maxText ? text.slice(0, maxText / 2) + text.slice(-maxText / 2) : text
  return (
    whole
      // oxlint-disable-next-line no-control-regex -- the codes of terminals are control characters
      .replaceAll(/\u001B(?:\[[\d;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\))/g, '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/^.+$/gm, (line) => (line.length > maxLine ? line.slice(0, maxLine) : line))
  )
}

/** What a runner printed for the program it ran: without the marks before each line. */
export function unwrapped(text: string): string {
  return text.replaceAll(
    /^(?:npm (?:error|ERR!) ?|# |\[(?:stderr|stdout|err|out)\] ?| Exception during run: )/gm,
    '',
  )
}

/** The names of the programs that ran: of the command, and of the scripts whose commands npm prints. */
export function namesOf(tool: string, command: string, text: string): Set<string> {
  const scripts = [...text.matchAll(/^(?:> |\$ )(.+)$/gm)].map(([, script]) => script ?? '')
  const words = [tool, command, ...scripts].join(' ').split(/[\s;&|()'"]+/)
  return new Set(
    words.map((word) =>
      word
        .replace(/^.*\//, '')
        .replace(/\.(?:[cm]?js|exe|cmd)$/, '')
        .replace(/@[\w.^~]+$/, ''),
    ),
  )
}
