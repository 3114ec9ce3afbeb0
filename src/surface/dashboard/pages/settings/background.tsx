import { useState, type JSX } from 'react'
import {
  canNotify,
  isNotifying,
  notify,
  setWish,
  switchOnNotifications,
  wants,
  type Wish,
} from '../../data/notifying.ts'
import { playSound } from '../../data/sound.ts'
import { Switch } from '../../parts/switch.tsx'

/** What this browser does while no page of Iris is in front of you. */
export function Background(): JSX.Element {
  const [isOn, setOn] = useState({ notifications: isNotifying(), sound: wants('sound') })
  const [isRefused, setRefused] = useState(false)
  const set = (wish: Wish, on: boolean): void => setOn((before) => ({ ...before, [wish]: on }))

  async function setNotifications(on: boolean): Promise<void> {
    if (!on) setWish('notifications', false)
    const isAllowed = on && (await switchOnNotifications())
    setRefused(on && !isAllowed)
    set('notifications', isAllowed)
  }

  function setSound(on: boolean): void {
    setWish('sound', on)
    set('sound', on)
    if (on) playSound()
  }

  const isPossible = canNotify()
  return (
    <section aria-label="While you look elsewhere" className="w-full max-w-2xl">
      <h2 className="border-b border-line pb-1 font-semibold">While you look elsewhere</h2>
      <p className="mt-2 text-sm text-ink-2">
        Keep Iris open in a tab, and this browser tells you of asks, crashes, failures and finished work while
        you are elsewhere. Choose what, and set quiet hours, under{' '}
        <code className="font-mono">notifications</code> in config.yaml. The number on the tab always works.
      </p>
      <ul className="mt-2 divide-y divide-line text-sm">
        <Row
          label="Notifications"
          words="One each, however many tabs are open."
          isOn={isOn.notifications}
          isDisabled={!isPossible}
          onChange={(on) => void setNotifications(on)}
        />
        <Row
          label="Sound"
          words="A short sound with each."
          isOn={isOn.sound}
          isDisabled={!isPossible}
          onChange={setSound}
        />
      </ul>
      <p role="status" className="mt-2 text-sm text-ink-2">
        {wordsFor({ isPossible, isRefused })}
      </p>
      {isOn.notifications && (
        <button type="button" className="button mt-2" onClick={showOne}>
          Try it
        </button>
      )}
    </section>
  )
}

function showOne(): void {
  notify(
    { title: 'Iris can reach you', text: 'This is what a notification looks like.', tag: 'iris try' },
    () => undefined,
  )
  if (wants('sound')) playSound()
}

function wordsFor({ isPossible, isRefused }: { isPossible: boolean; isRefused: boolean }): string {
  if (!isPossible)
    return 'Browsers allow this only for pages on this machine or over https. Open Iris as http://127.0.0.1, here or through ssh.'
  return isRefused
    ? 'This browser blocks notifications from Iris. Allow them in the address bar, then switch this on again.'
    : ''
}

function Row(props: {
  label: string
  words: string
  isOn: boolean
  isDisabled: boolean
  onChange: (on: boolean) => void
}): JSX.Element {
  const { label, words, isOn, isDisabled, onChange } = props
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span>
        <span className="font-medium">{label}</span> <span className="text-ink-2">{words}</span>
      </span>
      <Switch label={label} isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    </li>
  )
}
