import { createHmac } from 'node:crypto'
import type { NotificationSettings } from '../../../platform/config/index.ts'
import type { Notification, Send } from '../notification.ts'
import { post } from './http.ts'

/** POSTs each notification as JSON to a program of the user's own, signed when there is a secret. */
export function webhookWay({ url, secret }: NonNullable<NotificationSettings['webhook']>): Send {
  return async (notification, signal) => {
    const { title, body: text, urgency, reminder, options, url: openAt } = notification
    const body = JSON.stringify({
      title,
      text,
      urgency,
      reminder,
      options,
      url: openAt,
      ...aboutOf(notification),
    })
    const signature = secret && `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    await post(url, { body, signal, headers: signature ? { 'x-iris-signature': signature } : {} })
    return undefined
  }
}

/** The ask it is about, or the news, each with its page. */
function aboutOf({ items, base }: Notification): object {
  const ask = items[0]?.news.ask?.view
  if (ask) {
    const { team, kind, type, expiresAt } = ask
    return { ask: ask.ask, team, kind, type, default: ask.default, expiresAt }
  }
  const news = items.map(({ news: { kind, team, title, text, link }, events, at }) => {
    return { kind, team, title, text, url: `${base}${link}`, events, at }
  })
  return { kind: only(news.map(({ kind }) => kind)), team: only(news.map(({ team }) => team)), news }
}

/** What they all are; null when they differ. */
function only<T>(values: readonly T[]): T | null {
  const [first, other] = new Set(values)
  return other === undefined && first !== undefined ? first : null
}
