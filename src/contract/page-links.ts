/** Code, which links in it do not count in, or a link to a page: its name, its heading, its label. */
const token =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![\s\S])))|(`+)(?!`)[\s\S]*?[^`]\3(?!`)|\[\[([^[\]|#\n]+)(#[^[\]|\n]*)?(\|[^[\]\n]*)?\]\]/gm

/** A link to a page as it is written. */
export interface PageLink {
  name: string
  /** With its sign; empty when it has none. */
  heading: string
  label: string
}

/** A text with each of its `[[links]]` replaced; those in code are none. */
export function withPageLinks(text: string, replace: (link: PageLink, whole: string) => string): string {
  return text.replaceAll(token, (whole, ...groups: (string | undefined)[]) => {
    const [, , , name, heading = '', label = ''] = groups
    if (name === undefined) return whole
    return replace({ name: name.trim().replace(/\.md$/, ''), heading, label }, whole)
  })
}
