import { Switch as Radix } from 'radix-ui'
import type { JSX } from 'react'

/** Something that is on or off, at once. */
export function Switch(props: {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}): JSX.Element {
  const { label, isOn, isDisabled = false, onChange } = props
  return (
    <Radix.Root
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className="h-5 w-9 shrink-0 rounded-full border border-ink-3 bg-raised p-px disabled:opacity-45 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 rounded-full bg-ink-3 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  )
}
