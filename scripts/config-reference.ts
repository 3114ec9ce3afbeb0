import { configJsonSchema } from '../src/platform/config/index.ts'
import { plainJsonSchema, type JsonSchema } from '../src/platform/config/json-schema.ts'

/** The file docs/config.schema.json. */
export function schemaFile(): string {
  return `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`
}

/** docs/guides/config.md with the table of keys between its markers brought up to date. */
export function withReference(guide: string): string {
  const [before, rest] = split(guide, '<!-- keys -->')
  const [, after] = split(rest, '<!-- /keys -->')
  return `${before}<!-- keys -->\n\n${referenceTable()}\n\n<!-- /keys -->${after}`
}

/** The table of keys without the spaces that a formatter may add. */
export function tableRows(guide: string): string[] {
  const [, rest] = split(guide, '<!-- keys -->')
  const [table] = split(rest, '<!-- /keys -->')
  const lines = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) => line.replaceAll(/ *\| */g, '|').replaceAll(/-+/g, '-'))
}

function referenceTable(): string {
  const rows = rowsOf(plainJsonSchema(), '')
  return ['| Key | Default | What it does |', '| --- | --- | --- |', ...rows].join('\n')
}

function rowsOf(schema: JsonSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    if (typeof child === 'boolean') return []
    const path = `${prefix}${key}`
    const extra = typeof child.additionalProperties === 'object' ? child.additionalProperties : {}
    if (child.properties) return rowsOf(child, `${path}.`)
    if (extra.properties) return rowsOf(extra, `${path}.<name>.`)
    const isRequired = schema.required?.includes(key) ?? false
    return [`| \`${path}\` | ${isRequired ? 'required' : defaultOf(child)} | ${describe(child)} |`]
  })
}

function defaultOf({ default: value }: JsonSchema): string {
  return value === undefined || value === null ? '' : `\`${cell(JSON.stringify(value))}\``
}

function describe({ description, enum: choices }: JsonSchema): string {
  const list = choices ? ` One of ${choices.map((choice) => `\`${String(choice)}\``).join(', ')}.` : ''
  return cell(`${description ?? ''}${list}`)
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function split(text: string, marker: string): [string, string] {
  const at = text.indexOf(marker)
  if (at === -1) throw new Error(`no ${marker} in docs/guides/config.md`)
  return [text.slice(0, at), text.slice(at + marker.length)]
}
