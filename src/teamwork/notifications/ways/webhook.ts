import { createHmac } from 'node:crypto'
import type { NotificationSettings } from '../../../platform/config/index.ts'
import type { Send } from '../notification.ts'
import { post } from './http.ts'

/** POSTs each notification as JSON to a program of the user's own, signed when there is a secret. */
export function webhookWay({ url, secret }: NonNullable<NotificationSettings['webhook']>): Send {
  return async (notification, signal) => {
    const { title, body: text, urgency, reminder, options, url: answerAt, ask } = notification
    const about = ask && {
      ask: ask.ask,
      team: ask.team,
      kind: ask.kind,
      type: ask.type,
      default: ask.default,
      expiresAt: ask.expiresAt,
    }
    const body = JSON.stringify({ title, text, urgency, reminder, options, url: answerAt, ...about })
    const signature = secret && `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    await post(url, { body, signal, headers: signature ? { 'x-iris-signature': signature } : {} })
    return undefined
  }
}
