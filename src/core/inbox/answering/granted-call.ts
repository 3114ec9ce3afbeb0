const maxText = 500

/** By tool: the argument that says what it works on, and those that a grant need not name. */
const tools: Readonly<Record<string, { subject: string; free: readonly string[] }>> = {
  Bash: { subject: 'command', free: ['description', 'timeout'] },
  Read: { subject: 'file_path', free: ['offset', 'limit', 'pages'] },
  Write: { subject: 'file_path', free: ['content'] },
  Edit: { subject: 'file_path', free: ['old_string', 'new_string', 'replace_all'] },
  MultiEdit: { subject: 'file_path', free: ['edits'] },
  NotebookEdit: { subject: 'notebook_path', free: ['new_source', 'cell_id', 'cell_type', 'edit_mode'] },
  WebFetch: { subject: 'url', free: ['prompt'] },
}

/**
 * What “always allow” would allow: the tool and exactly what it works on. Two calls are covered by one grant only when
 * this text is the same for both, so a grant never allows more than it shows. Null when it cannot be shown.
 */
export function grantFor(tool: string, input: Readonly<Record<string, unknown>>): string | null {
  const text = textFor(tool, input)
  return text.length > maxText || hidden.test(text) ? null : text
}
// Characters that a terminal or a page would not show as they are.
// oxlint-disable-next-line no-control-regex
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/

function textFor(tool: string, input: Readonly<Record<string, unknown>>): string {
  const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined
  const subject = known && input[known.subject]
  if (!known || typeof subject !== 'string') return `${tool}(${canonical(input)})`
  const rest = Object.entries(input).filter(([name]) => name !== known.subject && !known.free.includes(name))
  const more = rest.length > 0 ? ` with ${canonical(Object.fromEntries(rest))}` : ''
  return `${tool}(${tool === 'WebFetch' ? domainOf(subject) : subject})${more}`
}

function domainOf(url: string): string {
  return URL.canParse(url) ? `domain:${new URL(url).host}` : url
}

/** JSON with its keys in order, so that the same input always reads the same. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  )
}
