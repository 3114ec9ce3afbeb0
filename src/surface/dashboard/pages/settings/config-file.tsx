import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useState, type JSX } from 'react'
import type { CallOutput, ConfigMistake } from '../../../../contract/plain.ts'
import { counted } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Kbd, modifier } from '../../parts/kbd.tsx'
import { Diff } from '../../parts/diff.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useReading } from '../../data/reading.ts'
import { configReading } from './queries.ts'

const Editor = lazy(() => import('./editor.tsx').then((part) => ({ default: part.Editor })))

/** config.yaml in an editor that knows its mistakes; saving shows first what changes. */
export function ConfigFile(): JSX.Element {
  const { data, error } = useQuery(useReading(configReading).config)
  return (
    <section aria-label="config.yaml">
      <p className="text-sm text-ink-3">{data?.path ?? 'Reading config.yaml …'}</p>
      {error && <p className="mt-2 text-bad">{error.message}</p>}
      {data && <Editing key={data.version} file={data} />}
    </section>
  )
}

function Editing({ file }: { file: CallOutput<'readConfigFile'> }): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const [text, setText] = useState(file.text)
  const [found, setFound] = useState<CallOutput<'checkConfigText'>>(file)
  const { mistakes } = found
  const [isReviewing, setReviewing] = useState(false)
  const save = useMutation({
    mutationFn: () => client.call('saveConfigFile', { text, version: file.version }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['config'] }),
    onSettled: () => setReviewing(false),
  })
  const check = async (wanted: string): Promise<typeof mistakes> => {
    const checked = await client.call('checkConfigText', { text: wanted })
    setFound(checked)
    return checked.mistakes
  }
  const isChanged = text !== file.text
  useKept(isChanged)
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Suspense fallback={<pre className="bg-sunk p-3 font-mono text-sm">{file.text}</pre>}>
        <Editor text={file.text} onChange={setText} check={check} />
      </Suspense>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <button
          type="button"
          className="button button-primary"
          disabled={!isChanged || mistakes.length > 0}
          onClick={() => setReviewing(true)}
        >
          Review and save
        </button>
        <span role="status" className={mistakes.length > 0 ? 'text-bad' : 'text-ink-3'}>
          {statusWords({
            mistakes: mistakes.length,
            isChanged,
            hotReload: file.hotReload,
            isSaved: save.isSuccess,
          })}
        </span>
      </div>
      <Remarks label="Mistakes" remarks={mistakes} />
      <Remarks label="Notices" remarks={found.notices} />
      <WaitingList waiting={found.waiting} isSaved={!isChanged} />
      <EditorKeys />
      {isReviewing && (
        <Review
          before={file.text}
          after={text}
          isSaving={save.isPending}
          onSave={() => save.mutate()}
          onClose={() => setReviewing(false)}
        />
      )}
    </div>
  )
}

function EditorKeys(): JSX.Element {
  return (
    <p className="text-xs text-ink-3">
      <Kbd>Tab</Kbd> indents, <Kbd>{`${modifier()}+Z`}</Kbd> undoes. To leave the editor by keyboard:{' '}
      <Kbd>Esc</Kbd> then <Kbd>Tab</Kbd>.
    </p>
  )
}

/** What was written and not saved is not lost by a press on a link. */
function useKept(isChanged: boolean): void {
  useBlocker({
    shouldBlockFn: () => isChanged && !confirm('Your changes to config.yaml are not saved. Leave anyway?'),
    enableBeforeUnload: () => isChanged,
  })
}

/** Where it is stands at the head of a mistake's message, and before it in the list. */
const place = /^line \d+, column \d+: /

/** What is to be mended or known, line by line: marks in the editor are for whoever has a pointer. */
function Remarks(props: { label: string; remarks: readonly ConfigMistake[] }): JSX.Element | null {
  if (props.remarks.length === 0) return null
  return (
    <ul aria-label={props.label} className="text-sm text-ink-2">
      {props.remarks.map(({ line, path, message }) => (
        <li key={`${line} ${path} ${message}`}>
          <span className="text-ink-3">Line {line}:</span> {message.replace(place, '')}
        </li>
      ))}
    </ul>
  )
}

/** What a running daemon keeps as it was when it started. */
function WaitingList(props: {
  waiting: CallOutput<'checkConfigText'>['waiting']
  isSaved: boolean
}): JSX.Element | null {
  if (props.waiting.length === 0) return null
  return (
    <div className="text-sm text-ink-2">
      <p>
        {props.isSaved ? 'Saved; takes effect after a restart' : 'Takes effect after a restart'} (
        <code className="font-mono">iris restart</code>):
      </p>
      <ul aria-label="After a restart">
        {props.waiting.map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

function statusWords(facts: {
  mistakes: number
  isChanged: boolean
  hotReload: boolean
  isSaved: boolean
}): string {
  if (facts.mistakes > 0)
    return `${counted(facts.mistakes, 'mistake')}; fix ${facts.mistakes === 1 ? 'it' : 'them'} to save.`
  if (facts.isChanged)
    return facts.hotReload ? 'It takes effect as soon as you save.' : 'It takes effect after a restart.'
  return facts.isSaved ? 'Saved.' : ''
}

function Review(props: {
  before: string
  after: string
  isSaving: boolean
  onSave: () => void
  onClose: () => void
}): JSX.Element {
  return (
    <Dialog label="What changes" onClose={props.onClose} className="w-[min(52rem,94vw)]">
      <h2 className="text-lg font-semibold">What changes</h2>
      <div className="mt-3 max-h-[60dvh] overflow-y-auto">
        <Diff before={props.before} after={props.after} language="yaml" />
      </div>
      <div className="mt-3 flex gap-2">
        <button
          type="button"
          className="button button-primary"
          disabled={props.isSaving}
          onClick={props.onSave}
        >
          Save
        </button>
        <button type="button" className="button" onClick={props.onClose}>
          Keep editing
        </button>
      </div>
    </Dialog>
  )
}
