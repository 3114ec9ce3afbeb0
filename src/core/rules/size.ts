/** How much is set up for a goal, the smallest first. */
export const sizes = ['tell', 'run', 'build', 'idea', 'org'] as const
export type Size = (typeof sizes)[number]

/** A goal in a person's words, and the task files of the project that it names. */
export interface SizedGoal {
  goal: string
  taskFiles: readonly string[]
}

/** The smallest size that fits a goal, and why. */
export interface SizeRuling {
  size: Size
  why: string
}

const asks =
  /^(?:what|why|which|where|when|who|how|does|do|is|are|was|can|explain|show|list|tell me|summari[sz]e|describe|find out)\b/i
const lasts =
  /\b(?:every (?:day|week|month|morning|night|commit|release)|(?:daily|weekly|continuously|permanently|ongoing)|from now on|keep (?:\S+ ){0,4}(?:up to date|green|working|running)|look after|maintain)\b/i
const isOpen =
  /\b(?:ideas?|brainstorm|what if|not sure|thinking (?:about|of)|would it make sense|should we build|figure out what)\b/i
const isSmall =
  /^(?:please )?(?:fix|correct|rename|remove|delete|bump|upgrade|update|format|reword|translate|move|revert|change)\b/i
const item = /^\s*(?:[-*•]|\d+[.)])\s+\S/gm

/** From so many parts on, a goal is a plan of its own. */
const partsOfPlan = 3
/** So few words say one thing. */
const wordsOfOne = 12
/** From so many words on, a goal is a description of several things. */
const wordsOfMany = 80

export function proposeSize({ goal, taskFiles }: SizedGoal): SizeRuling {
  const text = goal.trim()
  const words = text.split(/\s+/).length
  const parts = text.match(item)?.length ?? 0
  const [file] = taskFiles
  if (file !== undefined) return { size: 'build', why: `its tasks are in ${file}` }
  if (lasts.test(text)) return { size: 'org', why: 'it does not end: somebody has to stay at it' }
  if (isOpen.test(text)) return { size: 'idea', why: 'what to build is not settled yet' }
  if (parts >= partsOfPlan) return { size: 'build', why: `it has ${parts} parts` }
  if (text.endsWith('?') || asks.test(text)) return { size: 'tell', why: 'it asks for an answer' }
  if (words > wordsOfMany) return { size: 'build', why: `it takes ${words} words to say` }
  if (isOneSmallChange(text, words)) return { size: 'tell', why: 'it is one small change' }
  return { size: 'run', why: 'it is one goal of several steps, to be proved at its end' }
}

function isOneSmallChange(text: string, words: number): boolean {
  return isSmall.test(text) && words <= wordsOfOne && !/[,;]| and /i.test(text)
}
