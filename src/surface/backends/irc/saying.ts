import { cutText, formatMessage, formatTags } from '../../irc/index.ts'
import type { Proof, Proofs } from './proofs.ts'

/** Something to be said. A text with line ends is one message of many lines. */
export interface Said {
  command: 'PRIVMSG' | 'NOTICE' | 'RELAYMSG'
  /** To whom; for RELAYMSG also who says it. */
  params: readonly string[]
  text: string
  /** Bytes of text in one line. */
  maxBytes: number
}

/** Says something and waits until the server has answered it. */
export function sayAnswered(
  said: Said,
  how: { token: string; hasLabels: boolean; proofs: Proofs; send: (line: string) => void },
): Promise<Proof> {
  const { token, hasLabels, proofs, send } = how
  const answer = proofs.expect(token, { target: said.params[0] ?? '', text: said.text })
  for (const line of linesOf(said, token, hasLabels)) send(line)
  if (!hasLabels) send(formatMessage({ source: undefined, command: 'PING', params: [token] }))
  return answer
}

type Tags = readonly (readonly [string, string])[]

function lineOf(tags: Tags, command: string, params: readonly string[]): string {
  const plain = formatMessage({ source: undefined, command, params })
  return tags.length === 0 ? plain : `@${formatTags(tags)} ${plain}`
}

function linesOf({ command, params, text, maxBytes }: Said, token: string, hasLabels: boolean): string[] {
  const label: Tags = hasLabels ? [['label', token]] : []
  if (!text.includes('\n')) return [lineOf(label, command, [...params, text])]
  const inside = text.split('\n').flatMap((whole) =>
    cutText(whole, maxBytes).map((piece, place) => {
      const concat: Tags = place === 0 ? [] : [['draft/multiline-concat', '']]
      return lineOf([['batch', token], ...concat], command, [...params, piece])
    }),
  )
  return [lineOf(label, 'BATCH', [`+${token}`, 'draft/multiline', ...params]), ...inside, `BATCH -${token}`]
}
