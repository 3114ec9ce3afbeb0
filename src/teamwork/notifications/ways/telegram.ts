import { z } from 'zod'
import type { NotificationSettings } from '../../../platform/config/index.ts'
import type { Send } from '../notification.ts'
import { post } from './http.ts'

const maxText = 3500

export type TelegramSettings = NonNullable<NotificationSettings['telegram']>

const Sent = z.object({ result: z.object({ message_id: z.int() }) })

/** Writes into a chat, with a button for each option. */
export function telegramWay(settings: TelegramSettings): Send {
  return async ({ title, body, options, items, url }, signal) => {
    const ask = items[0]?.news.ask?.view
    const buttons = options.map(({ key, label }) => [{ text: label, callback_data: `${ask?.ask} ${key}` }])
    const hint = ask && ask.state === 'open' ? '\n\nTap an answer, or reply in words.' : ''
    const text = `${title}\n\n${body}`.slice(0, maxText) + (options.length > 0 ? hint : `\n\n${url}`)
    const markup = buttons.length > 0 ? { reply_markup: { inline_keyboard: buttons } } : {}
    const sent = await callTelegram(settings, 'sendMessage', {
      parameters: { chat_id: settings.chat, text, ...markup },
      signal,
    })
    return String(Sent.parse(sent).result.message_id)
  }
}

/** Calls a method of the Bot API. No error shows the token, which is part of the address. */
export async function callTelegram(
  { server, token }: TelegramSettings,
  method: string,
  { parameters, signal }: { parameters: Record<string, unknown>; signal: AbortSignal },
): Promise<unknown> {
  const url = `${server.replace(/\/$/, '')}/bot${token}/${method}`
  return JSON.parse(await post(url, { body: JSON.stringify(parameters), signal }))
}
