import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

/** A stretch of code in one colour; an empty scope is plain. */
export interface Token {
  scope: string
  text: string
}

const languages = {
  bash,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

const endings: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
}

const longest = 50_000

/** Code as lines of coloured stretches; of a language nobody knows, or too long, as it is. */
export function highlight(text: string, language: string): Token[][] {
  const name = endings[language] ?? language
  if (!hljs.getLanguage(name) || text.length > longest) return plain(text)
  const { _emitter: emitter } = hljs.highlight(text, { language: name, ignoreIllegals: true })
  return linesOf(flatten('rootNode' in emitter ? emitter.rootNode : undefined, ''))
}

/** Code without colours, in the same shape. */
function plain(text: string): Token[][] {
  return text.split('\n').map((line) => [{ scope: '', text: line }])
}

/** The tree of highlight.js as a row of tokens; its own output is HTML, which we never take from text. */
function flatten(node: unknown, scope: string): Token[] {
  if (typeof node === 'string') return [{ scope, text: node }]
  if (typeof node !== 'object' || node === null || !('children' in node) || !Array.isArray(node.children))
    return []
  const own = 'scope' in node && typeof node.scope === 'string' ? (node.scope.split('.')[0] ?? '') : scope
  return node.children.flatMap((child: unknown) => flatten(child, own))
}

function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]]
  for (const { scope, text } of tokens) {
    for (const [place, piece] of text.split('\n').entries()) {
      if (place > 0) lines.push([])
      if (piece !== '') lines.at(-1)?.push({ scope, text: piece })
    }
  }
  return lines
}
