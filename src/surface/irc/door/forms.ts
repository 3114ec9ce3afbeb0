import type { Message } from '../../../contract/index.ts'

const mark = '\u0001'
const actionStart = `${mark}ACTION `

/** What a client said, as rooms keep it: `/me` is an action. */
export function readForm(
  kind: 'PRIVMSG' | 'NOTICE',
  text: string,
): { form: 'message' | 'action' | 'notice'; body: string } {
  if (kind === 'PRIVMSG' && text.startsWith(actionStart))
    return { form: 'action', body: text.slice(actionStart.length).replaceAll(mark, '') || ' ' }
  return { form: kind === 'NOTICE' ? 'notice' : 'message', body: text }
}

/** The text of a message as clients show it; who spoke for somebody is named. */
export function spokenText({ form, body, via }: Pick<Message, 'form' | 'body' | 'via'>): string {
  const text = body.replaceAll(/\r\n?/g, '\n').replaceAll(mark, '')
  const said = via === null ? text : `[${via}] ${text}`
  return form === 'action' && !said.includes('\n') ? `${mark}ACTION ${said}${mark}` : said
}
