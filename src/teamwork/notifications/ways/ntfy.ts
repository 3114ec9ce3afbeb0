import type { NotificationSettings } from '../../../platform/config/index.ts'
import type { Send } from '../notification.ts'
import { post } from './http.ts'

const priorities = { low: 2, normal: 3, high: 4 } as const

/** Publishes to a topic of an ntfy server. */
export function ntfyWay({ server, topic, token }: NonNullable<NotificationSettings['ntfy']>): Send {
  return async ({ title, body: message, urgency, url: click }, signal) => {
    const body = JSON.stringify({ topic, title, message, priority: priorities[urgency], click })
    await post(server, { body, signal, headers: token ? { authorization: `Bearer ${token}` } : {} })
    return undefined
  }
}
