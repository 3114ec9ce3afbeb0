import type { z } from 'zod'

/** The JSON in a text, if it has the shape; what is printed before and after it is left out. */
export function jsonIn<Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> | undefined {
  const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (begin === -1 || end < begin) return undefined
  try {
    return shape.safeParse(JSON.parse(text.slice(begin, end + 1))).data
  } catch {
    // No JSON: then the report says nothing.
    return undefined
  }
}
