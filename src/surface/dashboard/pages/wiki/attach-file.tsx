import { useMutation } from '@tanstack/react-query'
import { useRef, type JSX } from 'react'
import { maxAttachment } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { Fault } from '../../parts/fault.tsx'
import type { PageAt } from './queries.ts'

const maxMiB = maxAttachment / 1024 / 1024

/** Puts a file beside the page, and says how the page names it. */
export function AttachFile({
  at,
  onAttached,
}: {
  at: PageAt
  onAttached: (link: string) => void
}): JSX.Element {
  const { client } = useWorld()
  const field = useRef<HTMLInputElement>(null)
  const attaching = useMutation({
    async mutationFn(file: File) {
      if (file.size > maxAttachment)
        throw new Error(`${file.name} has ${(file.size / 1024 / 1024).toFixed(1)} MiB; ${maxMiB} are taken.`)
      const path = pathFor(at.page, file.name)
      await client.call('attachFile', { project: at.project, path, base64: await base64Of(file) })
      return linkTo(file.name, path)
    },
    onSuccess: onAttached,
    onSettled() {
      // So that the same file can be chosen again.
      if (field.current) field.current.value = ''
    },
  })
  return (
    <div className="text-sm">
      <label>
        Attach a file, up to {maxMiB} MiB
        <input
          ref={field}
          type="file"
          className="mt-1 block max-w-full text-ink-3 file:mr-3 file:cursor-pointer file:rounded-md file:border file:border-line-2 file:bg-paper file:px-3 file:py-1 file:text-ink"
          disabled={attaching.isPending}
          onChange={({ target }) => target.files?.[0] && attaching.mutate(target.files[0])}
        />
      </label>
      <p aria-live="polite" className="text-ink-3">
        {attaching.isPending && 'Sending it …'}
        {attaching.isSuccess && 'It is there, and the text has a link to it.'}
      </p>
      {attaching.error && <Fault error={attaching.error} />}
    </div>
  )
}

/** Beside the page, under a name that every system takes. */
function pathFor(page: string, name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()'&+,-]/gu, '-')
    .replace(/^[^\p{L}\p{N}_(]+/u, '')
    .replace(/[ .]+$/, '')
  return [...page.split('/').slice(0, -1), plain || 'file'].join('/')
}

/** From the top of the wiki, so that it still leads there once the page is renamed. */
const linkTo = (name: string, path: string): string =>
  `![${name.replaceAll(/[\\[\]`*_<>\n]/g, ' ').trim()}](</${path}>)`

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let letters = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    letters += String.fromCodePoint(...bytes.subarray(at, at + 32_768))
  return btoa(letters)
}
