import type { JSX } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Kbd, modifier } from '../parts/kbd.tsx'
import { places } from './places.ts'

const groups: readonly { name: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    name: 'Everywhere',
    keys: [
      ['?', 'this list'],
      [`${modifier}+K`, 'find a team, a session or a page'],
      ...places.map(({ key, label }) => [`g ${key}`, label] as const),
    ],
  },
  {
    name: 'Inbox',
    keys: [
      ['j k', 'next, previous ask'],
      ['y a n 1–9', 'choose the option with that key'],
      ['↵', 'next question, or send the answers'],
      ['t', 'answer in your own words'],
      ['x', 'dismiss'],
      ['!', 'this was no question'],
    ],
  },
  {
    name: 'Sessions',
    keys: [['/', 'search what was told and answered']],
  },
  {
    name: 'A session',
    keys: [
      ['f', 'follow what happens'],
      ['e E', 'next, previous problem'],
      ['m', 'write a message'],
      [`${modifier}+↵`, 'tell it'],
    ],
  },
]

/** Every key and what it does. */
export function Help({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog label="Keys" onClose={onClose} className="w-[min(44rem,94vw)]">
      <div className="flex items-center justify-between">
        <h2 className="text-lg font-semibold">Keys</h2>
        <button type="button" data-first className="button" onClick={onClose}>
          Close
        </button>
      </div>
      <div className="mt-3 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="border-b border-line pb-1 text-sm font-semibold">{name}</h3>
            <dl className="mt-1 grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1 text-sm">
              {keys.map(([key, words]) => (
                <div key={key} className="contents">
                  <dt>
                    {key.split(' ').map((part) => (
                      <span key={part} className="mr-1">
                        <Kbd>{part}</Kbd>
                      </span>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
