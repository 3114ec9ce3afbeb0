import { z } from 'zod'
import { AskId, IrisError } from '../../contract/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import { callTelegram, type TelegramSettings } from './ways/telegram.ts'

const pollSeconds = 25
const pollLimit = 40_000
const callLimit = 10_000
const firstPause = 1000
const maxPause = 60_000
const maxUpdates = 100

const Chat = z.object({ chat: z.object({ id: z.int() }) })
const Update = z.object({
  update_id: z.int(),
  callback_query: z
    .object({ id: z.string(), data: z.string().default(''), message: Chat.optional() })
    .optional(),
  message: Chat.extend({
    text: z.string().default(''),
    reply_to_message: z.object({ message_id: z.int() }).optional(),
  }).optional(),
})
type Update = z.infer<typeof Update>
const Updates = z.object({ result: z.array(z.unknown()).max(maxUpdates) })

interface TelegramDeps {
  inbox: Inbox
  clock: Clock
  logger: Logger
  settings: TelegramSettings
  /** The ask that a message of ours was about. */
  askOf: (message: string) => AskId | undefined
}

/** Takes what is tapped or replied in the chat to the inbox, until it is closed. */
export function followTelegram(deps: TelegramDeps): { close(): Promise<void> } {
  const stop = new AbortController()
  const done = run(deps, stop.signal)
  return {
    close() {
      stop.abort()
      return done
    },
  }
}

async function run(deps: TelegramDeps, signal: AbortSignal): Promise<void> {
  let offset = 0
  let pause = firstPause
  while (!signal.aborted) {
    try {
      for (const update of await poll(deps, offset, signal)) {
        await take(deps, update, signal)
        offset = Math.max(offset, update.update_id + 1)
      }
      pause = firstPause
    } catch (error) {
      if (signal.aborted) return
      deps.logger.warn('Telegram does not answer', { err: withoutToken(error, deps.settings) })
      await sleep(deps.clock, pause, signal)
      pause = Math.min(pause * 2, maxPause)
    }
  }
}

async function poll({ settings }: TelegramDeps, offset: number, signal: AbortSignal): Promise<Update[]> {
  const parameters = { offset, timeout: pollSeconds, allowed_updates: ['message', 'callback_query'] }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(pollLimit)])
  const answer = await callTelegram(settings, 'getUpdates', { parameters, signal: limited })
  // What cannot be read is passed over, or it would come back for ever.
  return Updates.parse(answer).result.map((sent) => {
    const read = Update.safeParse(sent)
    return read.success ? read.data : { update_id: Bare.parse(sent).update_id }
  })
}
const Bare = z.object({ update_id: z.int() })

/** Only the chat that was configured may answer. */
async function take(deps: TelegramDeps, update: Update, signal: AbortSignal): Promise<void> {
  const { callback_query: tapped, message } = update
  const chat = tapped?.message?.chat.id ?? message?.chat.id
  if (String(chat) !== deps.settings.chat) return
  if (tapped) {
    const [id = '', key = ''] = tapped.data.split(' ')
    const text = await answer(deps, AskId.safeParse(id).data, { choose: key })
    await tell(deps, 'answerCallbackQuery', { parameters: { callback_query_id: tapped.id, text }, signal })
  } else if (message?.reply_to_message && message.text) {
    const ask = deps.askOf(String(message.reply_to_message.message_id))
    const text = await answer(deps, ask, { text: message.text })
    await tell(deps, 'sendMessage', { parameters: { chat_id: deps.settings.chat, text }, signal })
  }
}

/** Answers, and says how that went. */
async function answer(
  { inbox }: TelegramDeps,
  ask: AskId | undefined,
  input: { choose: string } | { text: string },
): Promise<string> {
  if (!ask) return 'I do not know which question that answers.'
  try {
    await inbox.answer(ask, { who: { kind: 'human', name: 'telegram' }, input })
    return 'Taken.'
  } catch (error) {
    if (error instanceof IrisError) return error.message.slice(0, 190)
    throw error
  }
}

/** The answer stands whether or not the chat hears of it. */
async function tell(
  { settings, logger }: TelegramDeps,
  method: string,
  { parameters, signal }: { parameters: Record<string, unknown>; signal: AbortSignal },
): Promise<void> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(callLimit)])
    await callTelegram(settings, method, { parameters, signal: limited })
  } catch (error) {
    logger.warn('Telegram was not told', { err: withoutToken(error, settings) })
  }
}

function withoutToken(error: unknown, { token }: TelegramSettings): string {
  return messageOf(error).replaceAll(token, '…')
}

function sleep(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(delay, end)
    signal.addEventListener('abort', end, { once: true })
  })
}
