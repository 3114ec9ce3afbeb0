const name = 'iris.visible'

/** Says to the other tabs of this browser while this one is visible, by a lock that goes with it however it goes. */
export function holdWhileVisible(): () => void {
  let release: (() => void) | undefined
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      release?.()
      release = undefined
    } else release ??= hold()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    release?.()
  }
}

function hold(): () => void {
  let release = (): void => undefined
  const over = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(name, { mode: 'shared' }, () => over)
  return () => release()
}

/** Whether any tab of this browser is visible. */
export async function isAnyVisible(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === name)
}
