import { useEffect, useRef, type JSX, type ReactNode } from 'react'

/** The browser's own dialog: it holds the focus and closes by Escape without a line of ours. */
export function Dialog(props: {
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}): JSX.Element {
  const { label, onClose, className = '', children } = props
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    element.current?.showModal()
    element.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [])
  return (
    // Pressing beside the dialog closes it; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && element.current?.close()}
      className={`border border-line-2 bg-paper p-0 ${className}`}
    >
      <div className="p-4">{children}</div>
    </dialog>
  )
}
