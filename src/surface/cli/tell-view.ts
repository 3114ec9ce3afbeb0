import type { Client, TellStep } from '../../client/index.ts'
import { oneLine, IrisError, type Ask, type AskId } from '../../contract/plain.ts'
import { activityWords, describeAsk, describeUse, fieldsOf } from '../views/index.ts'
import type { CommandContext } from './command.ts'
import { harmless } from './output.ts'
import { waits } from './words.ts'

/** How a tell that is followed is shown. */
export interface TellView {
  show(step: TellStep): Promise<void>
  connection: (state: 'open' | 'broken') => void
  end(): void
}

/** How long to wait whether a tool asks for leave before it is told as running. */
const asksWithin = 1000

/** The answer goes to stdout, everything about it to stderr, so that the answer alone can be piped. */
export function createTellView(
  { output }: CommandContext,
  { team, client }: { team: string; client: Client },
): TellView {
  let hasText = false
  let atLineStart = true
  let isLost = false
  const note = (text: string): void => {
    if (output.json) return
    output.note(`${atLineStart ? '' : '\n'}${output.paint('dim', text)}`)
    atLineStart = true
  }
  const say = (text: string): void => {
    if (output.json || text === '') return
    output.text(text)
    hasText = true
    atLineStart = text.endsWith('\n')
  }
  const uses = createUses(note)
  return {
    async show(step) {
      // Who watches sees that work goes on; a log needs no line for each tool.
      if (step.kind === 'use') return process.stderr.isTTY ? uses.add(doing(step)) : undefined
      if (step.kind === 'ask') {
        uses.drop()
        return note(await askedWords(client, step))
      }
      if (step.kind === 'text') uses.tell()
      if (step.kind === 'text') say(step.text)
      if (step.kind === 'state' && step.waitingFor)
        note(`${team} ${waits[step.waitingFor]}. ${step.reason ?? ''}`.trim())
      if (step.kind === 'end' && !hasText) say(step.outcome.text)
    },
    connection(state) {
      // Told once, however many tries it takes.
      if (state === 'broken' && !isLost)
        note('The connection to Iris was lost; trying again. The turn continues.')
      if (state === 'open' && isLost) note('Iris is back.')
      isLost = state === 'broken'
    },
    end() {
      uses.drop()
      if (!atLineStart && !output.json) output.text('\n')
    },
  }
}

interface Uses {
  add(words: string): void
  /** They run: something came after them that is no ask. */
  tell(): void
  drop(): void
}

/** Tools that were called; what is asked about first is not told as running. */
function createUses(note: (text: string) => void): Uses {
  let called: string[] = []
  let timer: NodeJS.Timeout | undefined
  return { add, tell, drop }

  function add(words: string): void {
    called.push(words)
    timer ??= setTimeout(tell, asksWithin)
  }

  function tell(): void {
    for (const words of called) note(`· ${words}`)
    drop()
  }

  function drop(): void {
    called = []
    clearTimeout(timer)
    timer = undefined
  }
}

/** Exactly what is wanted, whole, and the commands that answer it. */
async function askedWords(
  client: Client,
  { ask, text }: Extract<TellStep, { kind: 'ask' }>,
): Promise<string> {
  const found = await readAsk(client, ask)
  return `${found ? whole(found) : harmless(text)}\n  iris inbox show ${ask}\n  iris inbox answer ${ask} …`
}

function whole(ask: Ask): string {
  const { title, detail } = describeAsk(ask)
  return harmless([title, ask.kind === 'plan' ? ask.text : detail].filter(Boolean).join('\n'))
}

/** What the event said stands in when the ask cannot be read. */
async function readAsk(client: Client, ask: AskId): Promise<Ask | undefined> {
  try {
    return (await client.call('getAsk', { ask })).ask
  } catch (error) {
    if (error instanceof IrisError) return undefined
    throw error
  }
}

/** `running npm test` */
function doing({ tool, input }: Extract<TellStep, { kind: 'use' }>): string {
  return oneLine(activityWords(describeUse(tool, fieldsOf(JSON.parse(input)))), 100)
}
