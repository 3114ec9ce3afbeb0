import { memo, type JSX } from 'react'
import type { Item } from '../../../views/index.ts'
import { Markdown } from '../../parts/markdown.tsx'
import { AskItem, Banner, Ended, Note, Planned, Thought, Told } from './plain-items.tsx'
import { isWriting } from './writing.ts'
import { Edited, Looked, MessageCard, Ran, Used } from './tool-items.tsx'

/** What an item needs to know of the page it stands on. */
export interface ItemContext {
  /** The team's folder: paths are shown from there on. */
  cwd: string
  /** Shows the raw event. */
  onRaw: (seq: number) => void
  /** Who works for the agent, with their avatars. */
  mates: readonly { name: string; avatar: string }[]
}

/** One thing of a transcript, with its time in the margin, which opens the raw event. */
export const ItemRow = memo(function ItemRow({
  item,
  context,
}: {
  item: Item
  context: ItemContext
}): JSX.Element {
  return (
    <div className="group/item grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[4.25rem_minmax(0,1fr)]">
      <Margin item={item} onRaw={context.onRaw} />
      <div className="min-w-0">
        <ItemContent item={item} context={context} />
      </div>
    </div>
  )
})

function Margin({ item, onRaw }: { item: Item; onRaw: (seq: number) => void }): JSX.Element {
  const time = new Date(item.at).toTimeString().slice(0, 8)
  if (isWriting(item)) return <span className="hidden pt-0.5 text-xs text-accent sm:block">writing</span>
  return (
    <button
      type="button"
      title={`Event ${item.seq}, ${new Date(item.at).toLocaleString()}: show it raw`}
      aria-label={`${time}: show event ${item.seq} raw`}
      className="hidden self-start pt-0.5 text-left whitespace-nowrap text-xs text-ink-3 hover:text-accent sm:block"
      onClick={() => onRaw(item.seq)}
    >
      {time}
    </button>
  )
}

// A table of what each kind looks like; splitting it would only hide that it is one.
// oxlint-disable-next-line eslint/complexity
function ItemContent({ item, context }: { item: Item; context: ItemContext }): JSX.Element {
  const avatarOf = (name: string): string | undefined =>
    context.mates.find((mate) => mate.name === name)?.avatar
  switch (item.kind) {
    case 'banner':
      return <Banner item={item} avatar={avatarOf(item.name)} />
    case 'told':
      return <Told item={item} />
    case 'said':
      return <Markdown text={item.text} />
    case 'thought':
      return <Thought text={item.text} />
    case 'looked':
      return <Looked uses={item.uses} cwd={context.cwd} />
    case 'edited':
      return <Edited use={item.use} cwd={context.cwd} />
    case 'ran':
      return <Ran use={item.use} />
    case 'used':
      return <Used use={item.use} cwd={context.cwd} />
    case 'planned':
      return <Planned todos={item.todos} />
    case 'message':
      return <MessageCard item={item} avatarOf={avatarOf} />
    case 'ask':
      return <AskItem item={item} />
    case 'ended':
      return <Ended item={item} />
    case 'note':
    default:
      return <Note item={item} />
  }
}
