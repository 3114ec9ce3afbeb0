import { IrisError } from '../../contract/index.ts'

const maxName = 200
const maxDepth = 8
const ending = '.md'
/** Letters, figures and a little more: nothing that a shell, a link, Windows or a file system takes for something else. */
const part = /^[\p{L}\p{N}_(][\p{L}\p{M}\p{N} ._()'&+,-]*$/u
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|\.?git)(?:\..*)?$/i
/** Letters that some file systems leave out when they compare names, so that `.g<joiner>it` would be `.git`. */
const ignored = /\p{Cf}|\p{DI}/u

/** A page name as it is kept: without `.md`, composed, and safe as a path on every file system. */
export function checkedName(wanted: string): string {
  const name = wanted.normalize('NFC').replace(/\.md$/i, '')
  const why = faultIn(name) ?? (/\.md$/i.test(name) ? 'ends in .md twice' : undefined)
  if (why)
    throw new IrisError('PAGE_NAME_REFUSED', `A page cannot be named ${JSON.stringify(wanted)}: it ${why}.`)
  return name
}

/** The path of an attachment, safe in the same way. */
export function checkedPath(wanted: string): string {
  const path = wanted.normalize('NFC')
  const why = faultIn(path) ?? (path.toLowerCase().endsWith(ending) ? 'is a page' : undefined)
  if (why)
    throw new IrisError('PAGE_NAME_REFUSED', `A file cannot be named ${JSON.stringify(wanted)}: it ${why}.`)
  return path
}

function faultIn(name: string): string | undefined {
  const parts = name.split('/')
  if (name.length > maxName || Buffer.byteLength(name) > maxName) return `has more than ${maxName} bytes`
  if (parts.length > maxDepth) return `is more than ${maxDepth} folders deep`
  if (ignored.test(name)) return 'has a hidden character'
  if (parts.some((one) => one === '' || one === '.' || one === '..')) return 'has an empty part, . or ..'
  if (parts.slice(0, -1).some((one) => one.toLowerCase().endsWith(ending)))
    return 'has a folder that ends in .md'
  if (parts.some((one) => reserved.test(one))) return 'has a part that systems keep for themselves'
  if (parts.some((one) => /[ .]$/.test(one))) return 'has a part that ends in a space or a dot'
  if (!parts.every((one) => part.test(one)))
    return 'has a part that does not begin with a letter or a figure, or a character such as : * ? " < > | [ ] # \\ '.trim()
  return undefined
}

/** A name beside another, which is cut where both would be too long. */
export function besides(name: string, more: string): string {
  const letters = Array.from(name)
  while (Buffer.byteLength(letters.join('')) + 1 + Buffer.byteLength(more) > maxName) letters.pop()
  return `${letters.join('').trimEnd()} ${more}`
}

/** What two names have in common that some file system takes for one. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** The file of a page. */
export const fileOf = (page: string): string => page + ending

/** The page that a file is; undefined when it is none, or one that Iris would not have named so. */
export function pageOf(file: string): string | undefined {
  if (!file.endsWith(ending)) return undefined
  const name = file.slice(0, -ending.length)
  return name === name.normalize('NFC') && faultIn(name) === undefined && !/\.md$/i.test(name)
    ? name
    : undefined
}

/** Whether a file of the repository is an attachment. */
export function isAttachment(file: string): boolean {
  return !file.toLowerCase().endsWith(ending) && faultIn(file.normalize('NFC')) === undefined
}
