import type { Variables } from './environment.ts'
import { excerpt } from './mistake.ts'

/** Why variables could not be filled in, in the words of a mistake. */
export interface Fault {
  found: string
  expected: string
  example: string
}

/** What interpolation made of a text: the text, or what is wrong with it. */
export type Interpolated = { text: string } | Fault

const reference = /\$\$\{|\$\{([^}]*)\}?/g
const named = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

/** True when `text` holds something that `interpolate` would replace. */
export function hasReferences(text: string): boolean {
  return text.includes('${')
}

/** Replaces `${NAME}` and `${NAME:-default}`; `$${` stands for `${` itself. */
export function interpolate(text: string, variables: Variables): Interpolated {
  let fault: Fault | undefined
  const replaced = text.replace(reference, (whole: string, inside: string | undefined) => {
    if (whole === '$${' || inside === undefined) return '${'
    const found = lookUp(whole, inside, variables)
    if ('text' in found) return found.text
    fault ??= found
    return whole
  })
  return fault ?? { text: replaced }
}

function lookUp(whole: string, inside: string, variables: Variables): Interpolated {
  const [, name, fallback] = named.exec(inside) ?? []
  if (name === undefined || !whole.endsWith('}') || fallback?.includes('${')) return malformed(whole)
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (fallback !== undefined) return { text: value || fallback }
  if (value !== undefined) return { text: value }
  return {
    found: `${excerpt(whole)}, but the variable ${name} is not set`,
    expected: `${name} in the environment of Iris, or a default`,
    example: `\${${name}:-default}`,
  }
}

function malformed(whole: string): Fault {
  return {
    found: excerpt(whole),
    expected: '${NAME} or ${NAME:-default}; write $${ where you mean the characters ${',
    example: '${NAME:-default}',
  }
}
