import { useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { UxJourney } from '../../../../../contract/plain.ts'
import { counted } from '../../../../views/index.ts'
import { useReading } from '../../../data/reading.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { uxPictureReading } from './queries.ts'

/** How the pages looked after each step. They are fetched once somebody wants to see them. */
export function Pictures({ ux, journey }: { ux: string; journey: UxJourney }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const { pictures, isDone } = journey
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link w-fit">{counted(pictures.length, 'picture')}</summary>
      {isOpen && (
        <ol className="mt-2 flex flex-wrap gap-3">
          {pictures.map((picture, place) => {
            const isBreak = !isDone && place === pictures.length - 1
            const step = `step ${place + 1}${isBreak ? ', where it broke' : ''}`
            return (
              <li key={picture}>
                <Picture
                  ux={ux}
                  picture={picture}
                  words={`${journey.journey}, ${journey.persona}, ${step}`}
                />
                <p className={`text-xs ${isBreak ? 'text-bad' : 'text-ink-3'}`}>{step}</p>
              </li>
            )
          })}
        </ol>
      )}
    </details>
  )
}

function Picture(props: { ux: string; picture: string; words: string }): JSX.Element {
  const { ux, picture, words } = props
  const { data, error } = useQuery(useReading(uxPictureReading).picture(ux, picture))
  const [isLarge, setLarge] = useState(false)
  if (error) return <p className="text-ink-3">The picture is not there.</p>
  if (!data) return <p className="text-ink-3">Reading …</p>
  const source = `data:${data.type};base64,${data.base64}`
  return (
    <>
      <button type="button" className="block border border-line-2" onClick={() => setLarge(true)}>
        <img alt={words} src={source} className="h-32 w-auto max-w-full object-contain" />
      </button>
      {isLarge && (
        <Dialog label={words} onClose={() => setLarge(false)} className="max-w-[94vw]">
          <p className="mb-2 flex items-center justify-between gap-4 text-sm">
            {words}
            <button type="button" data-first className="button" onClick={() => setLarge(false)}>
              Close
            </button>
          </p>
          <img alt={words} src={source} className="max-w-full border border-line-2" />
        </Dialog>
      )}
    </>
  )
}
