/** What a colour is for, as the design language names it. */
export type Tone = 'ink' | 'strong' | 'quiet' | 'accent' | 'needs' | 'good' | 'bad'

/** How text of a tone is set. */
export interface Style {
  color?: string
  bold?: boolean
  dimColor?: boolean
}

const styles: Readonly<Record<Tone, Style>> = {
  ink: {},
  strong: { bold: true },
  quiet: { dimColor: true },
  accent: { color: 'cyan' },
  needs: { color: 'yellow', bold: true },
  good: { color: 'green' },
  bad: { color: 'red' },
}

/** The style of a tone; without colour, weight alone speaks. */
export function styleOf(tone: Tone, hasColour: boolean): Style {
  const { color, ...weight } = styles[tone]
  return hasColour && color ? { color, ...weight } : weight
}
