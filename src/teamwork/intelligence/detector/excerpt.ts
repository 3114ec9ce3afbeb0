/** The part of a text that is looked at, and the way back to positions in the whole. */
export interface Excerpt {
  readonly shown: string
  /** Where a position of the excerpt stands in the text that was given. */
  readonly original: (at: number) => number
}

const headLength = 1500
const tailLength = 6000
const maxSearch = 2000

/** Long texts are judged by their beginning and their end; the cuts fall on lines where there are any. */
export function excerptOf(text: string): Excerpt {
  if (text.length <= headLength + tailLength) return { shown: text, original: (at) => at }
  const headEnd = Math.max(text.lastIndexOf('\n', headLength), headLength / 2)
  const tailStart = lineAfter(text, text.length - tailLength)
  const head = text.slice(0, headEnd)
  const headOpen = hasOpenFence(head)
  const tailOpen = hasOpenFence(text.slice(headEnd, tailStart)) !== headOpen
  const lead = `${head}${headOpen ? '\n```' : ''}\n\n${tailOpen ? '```\n' : ''}`
  return {
    shown: lead + text.slice(tailStart),
    original: (at) => (at < lead.length ? Math.min(at, headEnd) : at - lead.length + tailStart),
  }
}

function lineAfter(text: string, at: number): number {
  const line = text.indexOf('\n', at)
  return line === -1 || line > at + maxSearch ? at : line
}

function hasOpenFence(text: string): boolean {
  const fence = /^[ \t]{0,3}(?:```|~~~)/gm
  let isOpen = false
  while (fence.test(text)) isOpen = !isOpen
  return isOpen
}
