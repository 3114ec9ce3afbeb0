import { DropdownMenu } from 'radix-ui'
import type { JSX, ReactElement, ReactNode } from 'react'

const itemLook =
  'flex min-h-10 cursor-pointer items-center gap-2 px-3 outline-none data-[highlighted]:bg-accent-soft'

/**
 * A menu behind a button: arrows and first letters move, Escape closes.
 * It is not modal, because a modal one locks the scrolling with a style element, which the page's policy refuses.
 */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }): JSX.Element {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-20 min-w-56 rounded-md border border-line-2 bg-paper py-1"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** What belongs together, two in a row, with its name beside it. */
export function MenuGroup({ name, children }: { name: string; children: ReactNode }): JSX.Element {
  return (
    <DropdownMenu.Group className="flex w-[min(26rem,calc(100vw-18px))]">
      <DropdownMenu.Label className="label flex h-10 w-18 shrink-0 items-center px-3">
        {name}
      </DropdownMenu.Label>
      <div className="grid flex-1 grid-cols-2">{children}</div>
    </DropdownMenu.Group>
  )
}

/** A page to go to; the link is the child. */
export function MenuLink(props: { isCurrent: boolean; children: ReactElement }): JSX.Element {
  const { isCurrent, children } = props
  return (
    <DropdownMenu.Item asChild className={`${itemLook} ${isCurrent ? 'font-semibold text-accent' : ''}`}>
      {children}
    </DropdownMenu.Item>
  )
}

/** Something to do. */
export function MenuItem(props: { onSelect: () => void; children: ReactNode }): JSX.Element {
  return (
    <DropdownMenu.Item className={itemLook} onSelect={props.onSelect}>
      {props.children}
    </DropdownMenu.Item>
  )
}

export function MenuRule(): JSX.Element {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}
