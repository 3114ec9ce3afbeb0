import type { JSX } from 'react'
import { Avatar } from './avatar.tsx'
import { drawsEmoji } from './emoji.ts'

/** The avatar of a role where there is one and the browser draws it, else the letter of the name. */
export function Face({
  name,
  avatar,
  size = 24,
}: {
  name: string
  avatar: string | undefined
  size?: 20 | 24
}): JSX.Element {
  if (!avatar || !drawsEmoji()) return <Avatar name={name} size={size} />
  return (
    <span
      aria-hidden="true"
      className="inline-block shrink-0 text-center"
      style={{ width: size, fontSize: size * 0.75, lineHeight: `${size}px` }}
    >
      {avatar}
    </span>
  )
}
