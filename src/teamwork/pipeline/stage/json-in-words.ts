const block = /```(?:json)?\s*\n(\{[\s\S]*?\})\s*\n```/

/** The JSON object that a text is, or that stands in a block of it; undefined when there is none. */
export function unfenced(text: string): unknown {
  const written = text.trim().startsWith('{') ? text : block.exec(text)?.[1]
  if (written === undefined) return undefined
  try {
    return JSON.parse(written)
  } catch {
    // Words that only look like JSON.
    return undefined
  }
}
