import type { Token } from 'markdown-it'
import type { Inline } from './blocks.ts'
import { nest, type Node } from './nesting.ts'
import { isAddress } from './parser.ts'

/** The pieces of a line, with what is only text joined. */
export function inlinesOf(tokens: readonly Token[]): Inline[] {
  return joined(nest(tokens))
}

function joined(nodes: readonly Node[]): Inline[] {
  const found: Inline[] = []
  for (const piece of nodes.map(inlineOf)) {
    const last = found.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
    else if (piece.kind !== 'text' || piece.text !== '') found.push(piece)
  }
  return found
}

function inlineOf({ token, children }: Node): Inline {
  switch (token.type) {
    case 'strong_open':
      return { kind: 'strong', inlines: joined(children) }
    case 'em_open':
      return { kind: 'emphasis', inlines: joined(children) }
    case 's_open':
      return { kind: 'struck', inlines: joined(children) }
    case 'link_open':
      return pointing(attribute(token, 'href'), joined(children))
    case 'image':
      return pictureOf(token)
    case 'code_inline':
      return { kind: 'code', text: token.content }
    case 'softbreak':
    case 'hardbreak':
      return { kind: 'text', text: '\n' }
    default:
      return { kind: 'text', text: token.content }
  }
}

function pointing(target: string, inlines: Inline[]): Inline {
  return isAddress(target) ? { kind: 'link', href: target, inlines } : { kind: 'place', target, inlines }
}

/** A picture is never fetched by itself: who wrote the text would learn that it is read, and where. */
function pictureOf(token: Token): Inline {
  const target = attribute(token, 'src')
  const words = inlinesOf(token.children ?? [])
  return pointing(target, words.length > 0 ? words : [{ kind: 'text', text: target }])
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}
