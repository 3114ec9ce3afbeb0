import { Text } from 'ink'
import { Children, createContext, use, type JSX, type ReactNode } from 'react'
import { styleOf, type Tone } from '../theme.ts'
import { clean } from '../words.ts'

/** Whether there are colours. */
export const Colour = createContext(true)

/** Text of one tone, on one line unless told otherwise; nothing in it drives the terminal. */
export function Words(props: {
  tone?: Tone
  bold?: boolean
  inverse?: boolean
  wrap?: 'wrap' | 'truncate-end' | 'truncate-middle'
  children: ReactNode
}): JSX.Element {
  const { tone = 'ink', wrap = 'truncate-end', children, bold, inverse = false } = props
  const style = styleOf(tone, use(Colour))
  return (
    <Text {...style} {...(bold === undefined ? {} : { bold })} inverse={inverse} wrap={wrap}>
      {Children.map(children, (child) => (typeof child === 'string' ? clean(child) : child))}
    </Text>
  )
}
