import type { JSX } from 'react'
import { pages } from '../pages.ts'
import type { Page, PageKeys } from '../pages/page.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Kbd, modifier } from '../parts/kbd.tsx'
import { placesByGroup } from './places.ts'

const sections: readonly PageKeys[] = [
  {
    on: 'Everywhere',
    keys: [
      ['?', 'this list'],
      ['N', 'something new: say what you want, and Iris proposes what fits'],
      ['Mod+K', 'find a team, a session or a page'],
      ...placesByGroup.flatMap(({ places }) => places.map(({ key, label }) => [`g ${key}`, label] as const)),
    ],
  },
  ...pages.flatMap((page: Page) => page.keys ?? []),
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
      <div className="mt-3 gap-x-10 sm:columns-2">
        {sections.map(({ on, keys }) => (
          <section key={on} className="mb-5 break-inside-avoid">
            <h3 className="border-b border-line pb-1 text-sm font-semibold">{on}</h3>
            <dl className="mt-1 grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1 text-sm">
              {keys.map(([key, words]) => (
                <div key={key} className="contents">
                  <dt>
                    {key.split(' ').map((part) => (
                      <span key={part} className="mr-1">
                        <Kbd>{part.replace('Mod', modifier())}</Kbd>
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
