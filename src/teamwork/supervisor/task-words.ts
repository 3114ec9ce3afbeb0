/** What a `TASK:` says: an open task by its key, or one that is to be made. */
export interface TaskWords {
  /** Whom it is for, when a name stands in front. */
  name: string | null
  key: string | null
  title: string
  text: string
}

const maxTitle = 200

/** Reads a message that begins with `TASK:`; undefined when it is none, or says nothing. */
export function readTaskWords(body: string, project: string): TaskWords | undefined {
  const [begin, name = null] = /^TASK:(?:\s*@([\p{L}\p{N}_-]+)[\s:,]*)?/u.exec(body) ?? []
  if (begin === undefined) return undefined
  const said = body.slice(begin.length).trim()
  const key = keyIn(said, project)
  if (key !== null) return { name, key, ...wordsOf(said.slice(key.length).replace(/^[\s:,–-]+/, '')) }
  return said === '' ? undefined : { name, key, ...wordsOf(said) }
}

/** The key of a task of the project, when that is the first word. */
function keyIn(said: string, project: string): string | null {
  const [word = ''] = said.split(/[\s:,]/, 1)
  const isKey = /^[a-z0-9][a-z0-9-]*-[1-9]\d*$/.test(word)
  return isKey && word.slice(0, word.lastIndexOf('-')) === project ? word : null
}

function wordsOf(said: string): Pick<TaskWords, 'title' | 'text'> {
  const [first = '', ...more] = said.split('\n')
  const title = first.trim()
  const isLong = title.length > maxTitle
  return {
    title: isLong ? `${title.slice(0, maxTitle)}…` : title,
    text: [...(isLong ? [title] : []), ...more].join('\n').trim(),
  }
}
