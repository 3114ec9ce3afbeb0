/** Stands for a character of code, a quotation or an address, so that positions stay. */
export const filler = '¤'

const fence = /^[ \t]{0,3}(`{3,}|~{3,})/
const quotations =
  /"[^"\n]{1,400}"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|「[^」\n]{1,400}」|『[^』\n]{1,400}』/g
const inlineCode = /``[^\n]{1,400}?``|`[^`\n]{1,400}`/g
const addresses = /\b(?:https?|file|ftp):\/\/[^\s)>\]]+|\/[\w./-]*\?[\w=&%-]+/g
const links = /\]\([^()\s]{1,400}\)/g
const comments = /<!--[^]{0,2000}?-->|<[a-z/][^<>\n]{0,200}>/gi
/** Code by its margin; below an item of a list it is the item that goes on. */
const indented = /^(?: {4}|\t)/
const listItem = /^\s*(?:[-*+•]|\(?\d{1,3}[.)])\s/
const codeLine =
  /^[ \t]*(?:const|let|var|return|if \(|import|export|function|def|class|for \(|while \()\b.*[;{)]\s*$|[;{]\s*$/

/** Blanks code, quotations and addresses; every other character keeps its place. */
export function maskText(text: string): string {
  return maskFences(text)
    .replace(comments, blank)
    .replace(inlineCode, cover)
    .replace(addresses, cover)
    .replace(links, blank)
    .replace(quotations, cover)
}

function maskFences(text: string): string {
  let open: string | undefined
  let isList = false
  return text
    .split('\n')
    .map((line) => {
      const mark = fence.exec(line)?.[1]
      if (!indented.test(line) && line.trim() !== '') isList = listItem.test(line)
      if (mark === undefined) {
        const isCode = open !== undefined || (!isList && indented.test(line)) || codeLine.test(line)
        return isCode ? blank(line) : line
      }
      if (open === undefined) open = mark
      else if (mark.startsWith(open.slice(0, 3)) && mark.length >= open.length) open = undefined
      return blank(line)
    })
    .join('\n')
}

function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, ' ')
}

function cover(found: string): string {
  return filler.repeat(found.length)
}
