import type { FileImpact, ImpactAction } from './task.ts'

const extensions = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs vue svelte astro css scss sass less html htm md mdx txt json jsonc jsonl yaml yml toml ini cfg conf env ' +
    'py pyi ipynb rs go java kt kts swift m mm rb erb php cs csproj sln fs vb c h cc cpp hpp cxx dart ex exs erl hs scala clj lua r jl pl zig nim ' +
    'sql prisma graphql gql proto xml xsd svg sh bash zsh fish ps1 bat tf tfvars hcl gradle properties lock cmake mk dockerfile sol tsv csv plist xcconfig'
  ).split(' '),
)
const plainNames = new Set([
  'Dockerfile',
  'Makefile',
  'Gemfile',
  'Procfile',
  'Rakefile',
  'Jenkinsfile',
  'justfile',
])
const roots = new Set(
  (
    'src lib app apps test tests spec specs docs doc backend frontend server client api packages pkg cmd internal ' +
    'scripts public config infra components pages migrations database db prisma types utils services models .github .specify'
  ).split(' '),
)
/** Names of programs that look like files. */
const products =
  /^(?:next|node|vue|nuxt|react|express|three|d3|chart|socket|alpine|ember|backbone|p5|discord|asp)\.(?:js|io|net)$/i
const longest = 300

/** The files that words name, in order: in backticks or bare, by a folder and an extension. */
export function pathsIn(words: string): string[] {
  const found = new Set<string>()
  for (const [place, part] of words.split('`').entries()) {
    const isQuoted = place % 2 === 1
    if (isQuoted && /\s/.test(part.trim())) continue
    for (const word of part.split(/[\s,;、，。（）]+/)) {
      const path = pathOf(word, isQuoted)
      if (path !== undefined) found.add(path)
    }
  }
  return [...found]
}

/** What a task does to the files it names, from the verb it begins with. */
export function impactsOf(title: string, paths: readonly string[]): FileImpact[] {
  const action = actionOf(title)
  return paths.map((path) => ({ path, action }))
}

function actionOf(title: string): ImpactAction {
  if (/^\W*(?:create|scaffold|generate|initiali[sz]e|write)\b/i.test(title)) return 'CREATE'
  if (/^\W*(?:delete|remove)\b/i.test(title)) return 'DELETE'
  return /^\W*(?:run|read|review|inspect|verify|confirm|audit)\b/i.test(title) ? 'READ' : 'UPDATE'
}

function pathOf(word: string, isQuoted: boolean): string | undefined {
  if (word.length > longest) return undefined
  const path = bare(word)
  if (path === '' || path.includes('://') || !/^[\p{L}\p{N}._/@[\](){}*$+~#-]+$/u.test(path)) return undefined
  return isPath(path, isQuoted) ? path : undefined
}

/** Without what prose puts around a path, or behind it: brackets, stops, a line, a test's name. */
function bare(word: string): string {
  const opened = word.replace(/^[("'<*_[{]+(?=[^\]]*$)/, '').replace(/^["'<(*]+/, '')
  const file = withoutEnd(opened.split('::')[0] ?? '')
  return withoutEnd(file.replace(/(?:#L?\d[\dL-]*|:\d[\d:-]*)$/, ''))
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && isTrailing(text, end)) end -= 1
  return text.slice(0, end)
}

function isTrailing(text: string, end: number): boolean {
  const sign = text[end - 1] ?? ''
  if (`.,;:!?"'>*_`.includes(sign)) return true
  const opening = { ')': '(', ']': '[', '}': '{' }[sign]
  return opening !== undefined && !text.slice(0, end).includes(opening)
}

function isPath(path: string, isQuoted: boolean): boolean {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const isFile = isFileName(name)
  if (parts.length === 1) return isFile && (isQuoted || !products.test(name))
  const first = parts.find((part) => part !== '' && part !== '.' && part !== '..') ?? ''
  if (isFile) return true
  if (path.startsWith('/') || first === '') return false
  return roots.has(first) || (name === '' && isQuoted)
}

function isFileName(name: string): boolean {
  if (plainNames.has(name) || /^\.(?:env|git|docker|eslint|prettier|npm|nvm|editorconfig)[\w.-]*$/.test(name))
    return true
  const dot = name.lastIndexOf('.')
  return dot > 0 && extensions.has(name.slice(dot + 1).toLowerCase())
}
