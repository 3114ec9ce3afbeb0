/** What the prompts of your own may name, by their key in `agent.systemPrompts`. Those of the founding document are among them. */
export const promptVariables = {
  userChat: [],
  teamMonitor: [
    'from',
    'to',
    'fromTeam',
    'toTeam',
    'teamPath',
    'teamDescription',
    'enabledFeatures',
    'questionPatterns',
    'responseTimeout',
  ],
} as const satisfies Record<string, readonly string[]>

export type TeamMonitorVariable = (typeof promptVariables)['teamMonitor'][number]

const expressions = /\{\{\{?([^{}]*)\}?\}\}/g
/** A comment, the end of a block, or its other branch. */
const namesNothing = /^(?:!|\/|else\b|$)/
const helpers: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with', 'lookup', 'log'])
/** A number, a word in quotes, or what a block itself names. */
const needsNobody = /^(?:[\d"'@.]|this\b|true$|false$)/

/** Why a template cannot be filled in, in a few words; undefined when it can. */
export function templateFault(template: string, known: readonly string[]): string | undefined {
  if (!isClosed(template)) return 'a {{ … }} or a block in it is not closed'
  const unknown = [...new Set(namesIn(template))].filter((name) => !known.includes(name))
  if (unknown.length === 0) return undefined
  return `it names ${unknown.map((name) => `{{${name}}}`).join(', ')}, which Iris does not know`
}

function namesIn(template: string): string[] {
  return [...template.matchAll(expressions)].flatMap(([, inner = '']) => {
    const text = inner.replace(/^[~#^&\s]+/, '').trim()
    if (namesNothing.test(text)) return []
    const [first = '', ...rest] = text.split(/\s+/)
    const names = helpers.has(first) ? rest : [first]
    return names.filter((name) => !needsNobody.test(name)).map((name) => name.split(/[.[\]=]/)[0] ?? name)
  })
}

function isClosed(template: string): boolean {
  const count = (mark: RegExp): number => template.match(mark)?.length ?? 0
  return count(/\{\{/g) === count(/\}\}/g) && count(/\{\{~?[#^]\w/g) === count(/\{\{~?\//g)
}
