import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Runs what a key stands for, unless somebody is writing, or a dialog or a menu is open.
 * A key that is held down counts once, unless it only moves.
 */
export function useKeys(
  keys: Readonly<Record<string, () => void>>,
  { mayRepeat = false }: { mayRepeat?: boolean } = {},
): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  // Before the paint: who sees the page may press its keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isMeantElsewhere(event)) return
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!act) return
      event.preventDefault()
      if (mayRepeat || !event.repeat) act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [mayRepeat])
}

/** While it is wanted, the next key is for this alone: what else that key stands for is not done. */
export function useNextKey(isWanted: boolean, take: (key: string) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || modifiers.has(event.key) || isMeantElsewhere(event)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(event.key)
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [isWanted])
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])

function isMeantElsewhere(event: KeyboardEvent): boolean {
  // Inside a shadow root, as the editor has one, `target` is only its host.
  const [target] = event.composedPath()
  if (event.metaKey || event.ctrlKey || event.altKey) return true
  if (document.querySelector('dialog[open], [role=menu]')) return true
  if (!(target instanceof HTMLElement)) return false
  return isField(target) || (event.key === 'Enter' && isPressable(target))
}

function isField(target: HTMLElement): boolean {
  return target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName)
}

/** Enter presses what has the focus, unless one is there already. */
function isPressable(target: HTMLElement): boolean {
  return target.closest('a, button, summary') !== null && target.closest('[aria-current=true]') === null
}
