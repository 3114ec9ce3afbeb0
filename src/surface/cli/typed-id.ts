import { IrisError } from '../../contract/plain.ts'

const things = {
  run: 'A run',
  ask: 'An ask',
  trn: 'A turn',
  chk: 'A check',
  lsn: 'A lesson',
  val: 'A validation',
  uxr: 'A UX test',
} as const

/** An id as somebody typed it; what cannot be one is said in words before the daemon is asked. */
export function typedId<P extends keyof typeof things>(prefix: P, text: string): `${P}_${string}` {
  if (isId(prefix, text)) return text
  const typed = JSON.stringify(text.slice(0, 80))
  throw new IrisError('USAGE', `${things[prefix]} is named by its id, ${prefix}_…, not ${typed}.`)
}

function isId<P extends string>(prefix: P, text: string): text is `${P}_${string}` {
  return text.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-z]{26}$/.test(text)
}
