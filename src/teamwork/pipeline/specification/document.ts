import type { SpecContent, SpecScope } from '../../../contract/index.ts'

/** The parts of a spec that its document holds; the tasks are in a file of their own. */
export type DocumentParts = Omit<SpecContent, 'tasks'>

const headings = {
  inScope: 'In scope',
  outOfScope: 'Out of scope',
  functional: 'Functional requirements',
  other: 'Other requirements',
  dataModels: 'Data models',
  architecture: 'Architecture',
  files: 'Files',
  dependencies: 'Dependencies',
  risks: 'Risks',
  missing: 'Missing inputs',
} as const

const verbs = { CREATE: 'create', UPDATE: 'change', DELETE: 'delete' } as const

/** A spec as a document. Parts that say nothing are left out. */
export function documentOf(content: SpecContent, scope: SpecScope): string {
  const { title, summary, complexity, requirements } = content
  const isFunctional = ({ id }: { id: string }): boolean => id.startsWith('F')
  const said = ({ id, text }: { id: string; text: string }): string => `${id}: ${text}`
  const sections: [string, string[]][] = [
    [headings.inScope, content.inScope],
    [headings.outOfScope, content.outOfScope],
    [headings.functional, requirements.filter(isFunctional).map(said)],
    [headings.other, requirements.filter((one) => !isFunctional(one)).map(said)],
    [headings.dataModels, content.dataModels.map(({ name, fields }) => `${name}: ${fields.join('; ')}`)],
    [headings.architecture, content.architecture],
    [headings.files, filesIn(content)],
    [headings.dependencies, content.dependencies],
    [headings.risks, content.risks],
    [headings.missing, content.missing.map(({ what, why }) => `${what}: ${why}`)],
  ]
  const shown = sections
    .filter(([, items]) => items.length > 0)
    .map(([heading, items]) => [`## ${heading}`, '', ...items.map((item) => `- ${item}`)].join('\n'))
  const head = [`# ${title}`, summary, `Scope: ${scope}. Complexity: ${complexity}.`]
  return `${[...head, ...shown].join('\n\n')}\n`
}

/** Which files are new and which change, and by which tasks. */
function filesIn({ tasks }: SpecContent): string[] {
  const touched = new Map<string, { verb: string; by: string[] }>()
  for (const { id, files } of tasks)
    for (const { path, action } of files) {
      if (action === 'READ') continue
      const known = touched.get(path)
      if (known) known.by.push(id)
      else touched.set(path, { verb: verbs[action], by: [id] })
    }
  return [...touched].map(([path, { verb, by }]) => `${verb} ${path} (${by.join(', ')})`)
}

/** Reads a document back, however somebody left it; what it does not know is left out. */
export function readDocument(text: string): DocumentParts {
  const [head = '', ...rest] = `\n${text}`.split(/\n## +/)
  const items = new Map(rest.map(readSection))
  const under = (heading: string): string[] => items.get(heading.toLowerCase()) ?? []
  const words = head.split('\n').map((line) => line.trim())
  const title =
    words
      .find((line) => line.startsWith('# '))
      ?.slice(2)
      .trim() ?? ''
  const said = words.filter((line) => line !== '' && !line.startsWith('# '))
  const complexity = /Complexity: (low|medium|high)/.exec(head)?.[1]
  return {
    title,
    summary: said.filter((line) => !/^Scope: \w+\. Complexity: \w+\.$/.test(line)).join(' '),
    complexity: complexity === 'low' || complexity === 'high' ? complexity : 'medium',
    inScope: under(headings.inScope),
    outOfScope: under(headings.outOfScope),
    requirements: [...under(headings.functional), ...under(headings.other)].map((item) => {
      const [id, text] = parted(item)
      return { id, text }
    }),
    dataModels: under(headings.dataModels).map((item) => {
      const [name, fields] = parted(item)
      return { name, fields: fields.split('; ').filter((field) => field !== '') }
    }),
    architecture: under(headings.architecture),
    dependencies: under(headings.dependencies),
    risks: under(headings.risks),
    missing: under(headings.missing).map((item) => {
      const [what, why] = parted(item)
      return { what, why }
    }),
  }
}

function readSection(section: string): [heading: string, items: string[]] {
  const [heading = '', ...lines] = section.split('\n')
  const items = lines.map((line) => line.replace(/^\s*[-*]\s+/, '').trim()).filter((line) => line !== '')
  return [heading.trim().toLowerCase(), items]
}

function parted(item: string): [before: string, after: string] {
  const at = item.indexOf(': ')
  return at === -1 ? [item, ''] : [item.slice(0, at), item.slice(at + 2)]
}
