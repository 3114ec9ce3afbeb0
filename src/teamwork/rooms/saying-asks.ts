import { oneLine, type Ask, type AskId, type Channel, type Event } from '../../contract/index.ts'
import { aboutOf } from '../../core/inbox/index.ts'
import { asBlock } from './blocks.ts'
import type { RoomsContext } from './context.ts'
import { notice } from './waking.ts'

/** What an agent asks is said in the room it was called from, or in that of its project, with how to answer it. */
export function onAskOpened(context: RoomsContext, { seq, data, session }: Event<'ask.opened'>): void {
  const asker = session && context.seats.port?.asker(session)
  // What goes to somebody else first is said when it comes to people.
  if (data.forwardedTo !== null && asker?.isLed === true) return
  sayAsk(context, { seq, session, ask: data.ask, name: asker?.name ?? data.team })
}

/** What a leader left to people is said where they are. */
export function onAskEscalated(context: RoomsContext, { data, session }: Event<'ask.escalated'>): void {
  const asker = session && context.seats.port?.asker(session)
  const { seq } = context.inbox.find(data.ask)
  sayAsk(context, { seq, session, ask: data.ask, name: asker?.name ?? data.team })
}

function sayAsk(
  context: RoomsContext,
  { seq, session, ask: id, name }: { seq: number; session: Event['session']; ask: AskId; name: string },
): void {
  const ask = context.inbox.view(id)
  const room = roomOfAsk(context, ask.team, session)
  if (!room) return
  const { text } = shownIn(ask)
  notice(context, room, `${name} asks (${seq}): ${text}\n\n${waysToAnswer(ask, seq)}`)
}

const longest = 3000

/** All that an ask is about, as its room shows it. */
export function shownIn(ask: Ask): { text: string; isWhole: boolean } {
  const about = aboutOf(ask)
  const isWhole = about.length <= longest && !ask.isCut
  const shown = about.length <= longest ? about : `${about.slice(0, longest)}…`
  // Nothing in what an agent is to be allowed is taken for Markdown.
  return { text: ask.kind === 'permission' ? asBlock(shown) : shown, isWhole }
}

/** How this one is answered from a room. */
function waysToAnswer(ask: Ask, seq: number): string {
  const say = `/answer ${seq}`
  const { kind, questions } = ask
  if (kind === 'permission' || kind === 'plan')
    return shownIn(ask).isWhole
      ? `Answer with \`${say} yes\` or \`${say} no\`.`
      : `It goes on: read it in the inbox, and answer there. Here, \`${say} no\` says no.`
  const [question, ...others] = questions
  if (others.length > 0)
    return `Answer with \`${say} ${questions.map((_, place) => `${place + 1}=…`).join(' ')}\`.`
  const { options = [], freeText } = question ?? {}
  const choices = options.map(({ key, label }) => `\`${say} ${key}\` (${oneLine(label, 60)})`)
  return `Answer with ${[...choices, ...(freeText ? [`\`${say}\` and your words`] : [])].join(', or ')}.`
}

function roomOfAsk(
  { channels, sessions, tasks }: RoomsContext,
  team: string,
  session: Event['session'],
): Channel | undefined {
  const caller = session && sessions.byId(session).caller
  const own = caller && /^[#@]/.test(caller) ? channels.byName(caller) : undefined
  const slug = tasks.projectSeen(team)
  return own ?? (slug === undefined ? undefined : channels.byName(`#project-${slug}`))
}
