/** What this browser does about news while no page of Iris is in front of somebody. Both are off until switched on. */
export type Wish = 'notifications' | 'sound'

const names: Readonly<Record<Wish, string>> = { notifications: 'iris.notifications', sound: 'iris.sound' }
const hintName = 'iris.notifications.hint'

export function wants(wish: Wish): boolean {
  return localStorage.getItem(names[wish]) === 'on'
}

export function setWish(wish: Wish, isOn: boolean): void {
  if (isOn) localStorage.setItem(names[wish], 'on')
  else localStorage.removeItem(names[wish])
}

/** Whether this page may ask to notify at all: browsers let only pages of this machine, or by https. */
export function canNotify(): boolean {
  return 'Notification' in globalThis && 'locks' in navigator
}

/** Switches notifications on, if whoever pressed lets them. Call it from a press: only then browsers ask. */
export async function switchOnNotifications(): Promise<boolean> {
  const isGranted = canNotify() && (await Notification.requestPermission()) === 'granted'
  if (isGranted) setWish('notifications', true)
  return isGranted
}

/** Whether notifications are wanted and allowed. */
export function isNotifying(): boolean {
  return wants('notifications') && canNotify() && Notification.permission === 'granted'
}

/** Whether it is worth asking: nobody has decided yet. */
export function isUndecided(): boolean {
  return canNotify() && Notification.permission === 'default' && localStorage.getItem(hintName) === null
}

export function dismissHint(): void {
  localStorage.setItem(hintName, 'no')
}

/** Shows one; a browser that has none for pages, as on phones, shows nothing. */
export function notify(
  { title, text, tag }: { title: string; text: string; tag: string },
  onOpen: () => void,
): void {
  if (!isNotifying()) return
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/icon.svg' })
    shown.addEventListener('click', () => {
      shown.close()
      globalThis.focus()
      onOpen()
    })
  } catch {
    // The badge and the title still say it.
  }
}
