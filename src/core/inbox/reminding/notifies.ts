import type { Ask, AskId, News, Notifies } from '../../../contract/index.ts'
import type { Inbox } from '../inbox.ts'
import { isOpen, type AskRow } from '../rows.ts'

const longest = 1000

const kinds = {
  permission: 'asks for permission',
  question: 'asks you something',
  plan: 'has a plan for you',
  decision: 'needs your decision',
} as const satisfies Record<Ask['kind'], string>

const restingRun = 'has a run that needs you'

/** Asks, and each reminder of them. */
export function inboxNotifies(inbox: Pick<Inbox, 'find' | 'view'>): Notifies {
  return {
    'ask.opened': ({ data }) => newsOf(inbox, data.ask, 0),
    // What bothered nobody before may be worth telling now; what was told is told once.
    'ask.weighed': ({ data }) => newsOf(inbox, data.ask, 0),
    'ask.escalated': ({ data }) => newsOf(inbox, data.ask, 0),
    'ask.reminded': ({ data }) => newsOf(inbox, data.ask, data.times),
  }
}

/** An ask in the words of a notification. */
function newsOf(inbox: Pick<Inbox, 'find' | 'view'>, id: AskId, reminder: number): News | undefined {
  const ask = inbox.view(id)
  if (!isTold(inbox.find(id), ask, reminder)) return undefined
  const text = aboutOf(ask)
  return {
    kind: 'ask',
    team: ask.team,
    title: `${reminder > 0 ? 'Still waiting: ' : ''}${ask.team} ${whatOf(ask)}`,
    text: text.length > longest ? `${text.slice(0, longest)}…` : text,
    link: `/inbox?ask=${id}`,
    urgency: ask.urgency,
    subject: `${id} ${reminder}`,
    ask: { view: ask, reminder, isWhole: text.length <= longest && !ask.isCut },
  }
}

/** What is closed, was reminded of since, belongs to a batch, or was passed to a lead and is not due again is not told. */
function isTold(row: AskRow, ask: Ask, reminder: number): boolean {
  if (row.reminders > reminder) return false
  if (ask.type === 'celebratory') return true
  // The first of a batch speaks for all; what was passed to a lead comes to people with its first reminder.
  const isPeoples = row.forwardedTo === null || row.escalatedAt !== null
  return isOpen(row) && (reminder > 0 || (row.batch === null && isPeoples))
}

function whatOf({ type, source, kind }: Ask): string {
  if (type === 'celebratory') return 'has news'
  return source === 'run' ? restingRun : kinds[kind]
}

/** All that an ask is about: of a permission exactly what would be done, of options what each means. */
export function aboutOf(ask: Ask): string {
  const { tool, input, grant } = ask
  const meanings = ask.questions.flatMap(({ options }) =>
    options.filter(({ description }) => description !== '').map((one) => `${one.label}: ${one.description}`),
  )
  const parts =
    ask.kind === 'permission'
      ? [ask.text, wantedWith(tool, input), grant === null ? '' : `“Always allow” adds the grant ${grant}`]
      : [ask.text, ask.kind === 'plan' ? '' : meanings.join('\n')]
  return [...parts, ask.context].filter(Boolean).join('\n\n')
}

function wantedWith(tool: string | null, input: Ask['input']): string {
  const { command, description: _, ...rest } = input
  const isCommand = tool === 'Bash' && typeof command === 'string' && Object.keys(rest).length === 0
  return isCommand ? command : JSON.stringify(input, null, 2)
}
