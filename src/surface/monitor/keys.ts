import type { Key as InkKey } from 'ink'
import type { Key } from './press.ts'

const names = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  // Most terminals send the code of delete for the backspace key.
  ['delete', 'backspace'],
] as const satisfies readonly (readonly [keyof InkKey, string])[]

/** What was pressed, as the monitor names it. What was typed ahead or pasted comes as one text. */
export function keysOf(input: string, key: InkKey, isWriting: boolean): Key[] {
  if (key.tab) return [{ name: key.shift ? 'backtab' : 'tab' }]
  if (key.ctrl) return [{ name: `ctrl-${input}` }]
  const named = names.find(([pressed]) => key[pressed])
  if (named) return [{ name: named[1] }]
  if (input === '' || key.meta) return []
  return isWriting ? writtenIn(input) : Array.from(input, commandOf)
}

/** Keys that came together: a return at the end sends, one inside belongs to what was pasted. */
function writtenIn(input: string): Key[] {
  const isSent = /[\r\n]$/.test(input) && input.length > 1
  const text = isSent ? input.slice(0, -1) : input
  return isSent ? [{ text }, { name: 'enter' }] : [{ text }]
}

function commandOf(char: string): Key {
  if (char === '\r' || char === '\n') return { name: 'enter' }
  return char === '\t' ? { name: 'tab' } : { text: char }
}
