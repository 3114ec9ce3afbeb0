import type { Client } from '../../client/index.ts'
import { oneLine, IrisError, type Ask, type CallInput, type Run } from '../../contract/plain.ts'
import { wants } from './asks.ts'
import type { CommandContext } from './command.ts'
import { openKeys } from './keys.ts'

/** A key that was on its way when the question came up was not meant for it. */
const tooSoon = 400

/** What of a run waits for a person. */
export async function asksOf(client: Client, { asks }: Run): Promise<Ask[]> {
  const found = await Promise.all(asks.map((ask) => client.call('getAsk', { ask })))
  return found.map(({ ask }) => ask).filter(({ state }) => state === 'open')
}

/** Only the run's own question: it is about what is on the screen, where what others want may be cut. */
function isByKey({ source }: Ask): boolean {
  return source === 'run'
}

/** What an ask wants, and how to answer it: by a key right here, or by a command. */
export function askLines(ask: Ask, { hasKeys }: { hasKeys: boolean }): string[] {
  const [question] = ask.questions
  const options = question?.options ?? []
  const named = options.map(({ key, label }) => `${key} ${label}`).join('   ')
  const title = `? ${isByKey(ask) ? oneLine(ask.text.split('\n')[0] ?? '', 200) : wants(ask)}`
  if (hasKeys && isByKey(ask)) return [title, `  ${named}   t say what is missing   q leave it`]
  const keys = options.map(({ key }) => key).join('|') || '--text "…"'
  return [
    title,
    ...(named === '' ? [] : [`  ${named}`]),
    `  Read it:   iris inbox show ${ask.ask}`,
    `  Answer it: iris inbox answer ${ask.ask} ${keys}`,
  ]
}

/** Answers the question of a run that is followed by one keystroke. */
export interface RunKeys {
  /** These asks are on the screen now. */
  stand(asks: readonly Ask[]): void
  close(): void
}

interface RunKeysDeps {
  context: CommandContext
  client: Client
  /** The tree is not drawn meanwhile. */
  view: { hold: () => void; goOn: () => void }
  /** The person wants to leave. */
  leave: () => void
}

export function createRunKeys(deps: RunKeysDeps): RunKeys {
  const { context, client, view, leave } = deps
  const keys = openKeys(process.stdin)
  let standing: Ask['ask'] | undefined
  let stop = new AbortController()
  return {
    stand(asks) {
      const next = asks.find(isByKey)
      if (next?.ask === standing) return
      stop.abort()
      standing = next?.ask
      stop = new AbortController()
      if (next) void read(next, stop.signal)
    },
    close() {
      stop.abort()
      keys.close()
    },
  }

  async function read(ask: Ask, signal: AbortSignal): Promise<void> {
    const shown = AbortSignal.timeout(tooSoon)
    for (;;) {
      const key = await keys.next(signal)
      if (signal.aborted) return
      if (key === undefined) return leave()
      if (shown.aborted && (await press(ask, key))) return
    }
  }

  /** Whether that answered it. */
  async function press({ ask, questions }: Ask, key: string): Promise<boolean> {
    if (questions[0]?.options.some((option) => option.key === key)) return send({ ask, choose: [key] })
    if (key !== 't') return false
    view.hold()
    const text = await keys.line('What is missing? ')
    view.goOn()
    return text.trim() !== '' && send({ ask, text })
  }

  /** Somebody else may have been faster. */
  async function send(input: CallInput<'answerAsk'>): Promise<boolean> {
    try {
      await client.call('answerAsk', input)
    } catch (error) {
      if (!(error instanceof IrisError)) throw error
      view.hold()
      context.output.note(error.message)
      view.goOn()
    }
    return true
  }
}
