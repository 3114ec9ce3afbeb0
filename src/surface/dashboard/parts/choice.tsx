import { ToggleGroup } from 'radix-ui'
import type { JSX } from 'react'

/** One of a few, side by side; arrows move between them. */
export function Choice<V extends string>(props: {
  label: string
  value: V
  options: Readonly<Record<V, string>>
  onChange: (value: V) => void
}): JSX.Element {
  const { label, value, options, onChange } = props
  const all = Object.entries<string>(options).filter((entry): entry is [V, string] => entry[0] in options)
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span aria-hidden="true" className="text-ink-3">
        {label}
      </span>
      <ToggleGroup.Root
        type="single"
        aria-label={label}
        value={value}
        // Pressing what is chosen already takes nothing back.
        onValueChange={(next) => all.forEach(([key]) => key === next && onChange(key))}
        className="inline-flex rounded-md border border-line-2 bg-raised"
      >
        {all.map(([key, words]) => (
          <ToggleGroup.Item
            key={key}
            value={key}
            className="h-7 border-l border-line-2 px-2.5 whitespace-nowrap text-ink-2 first:rounded-l-md first:border-l-0 last:rounded-r-md hover:text-ink data-[state=on]:bg-accent-soft data-[state=on]:font-medium data-[state=on]:text-accent"
          >
            {words}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
    </div>
  )
}
