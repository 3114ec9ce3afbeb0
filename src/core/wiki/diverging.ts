import type { AskId } from '../../contract/index.ts'
import type { Inbox } from '../inbox/index.ts'
import type { EventLog } from '../store/index.ts'
import type { ChoiceRow, ChoiceRows, Side } from './choice-rows.ts'
import { pageOf } from './names.ts'

const maxNamed = 20
const maxContext = 20_000
const labels = { both: 'Keep both', ours: 'Keep ours', theirs: 'Keep theirs' } as const satisfies Record<
  Side,
  string
>

/** A file that both sides changed, with what each has; null where one has deleted it. */
export interface Conflict {
  path: string
  ours: string | null
  theirs: string | null
}

/** The inbox, as a remote that diverged needs it. */
export type AskPort = Pick<Inbox, 'raise' | 'view' | 'withdrawOne'>

/** Asks a person about what cannot be merged, and knows the answer. */
export interface Diverging {
  /** What the person chose about these conflicts; they are asked once about the same contents. */
  chosen(project: string, conflicts: readonly Conflict[], diff: string): Side | undefined
  /** There is nothing to choose any more. */
  settled(project: string): void
  /** Why the remote is neither pulled nor pushed. */
  problem(project: string): string | null
  /** Hears, in the transaction that closes it, what became of an ask. Gives the project whose wiki can go on. */
  onClosed(ask: AskId): string | undefined
  /** Projects with a choice that is not carried out. */
  waiting(): string[]
}

export function createDiverging(deps: {
  choices: ChoiceRows
  inbox: AskPort
  log: Pick<EventLog, 'write'>
  teamOf: (project: string) => string
}): Diverging {
  const { choices, inbox, log } = deps
  const withdraw = ({ ask, chosen }: ChoiceRow, reason: string): void => {
    if (chosen === null && inbox.view(ask).state === 'open') inbox.withdrawOne(ask, reason)
  }

  function askAbout(project: string, conflicts: readonly Conflict[], context: string): AskId {
    const pages = namesOf(conflicts)
    const { ask } = inbox.raise({ ...questionOf(project, pages), context, team: deps.teamOf(project) })
    return ask.id
  }

  return {
    chosen(project, conflicts, diff) {
      const about = JSON.stringify(conflicts)
      const known = choices.of(project)
      if (known?.about === about) return known.chosen ?? undefined
      log.write((append) => {
        if (known) withdraw(known, 'the pages changed')
        const ask = askAbout(project, conflicts, diff.slice(0, maxContext))
        choices.put({ project, ask, about, chosen: null })
        append({ type: 'wiki.diverged', data: { project, pages: namesOf(conflicts) } })
      })
      return undefined
    },
    settled(project) {
      const known = choices.of(project)
      if (!known) return
      log.write(() => {
        withdraw(known, 'the remote was merged')
        choices.drop(project)
      })
    },
    problem(project) {
      const known = choices.of(project)
      if (!known || known.chosen !== null) return null
      return inbox.view(known.ask).state === 'open'
        ? 'The remote changed the same pages in other ways: answer in the inbox which count. Until then nothing is pulled or pushed.'
        : 'The remote changed the same pages in other ways, and the question about it was put aside. Change one of the pages to be asked again.'
    },
    onClosed(ask) {
      const row = choices.ofAsk(ask)
      const taken = row && inbox.view(ask).answer?.chosen.flatMap((one) => one.labels)
      const side = sides.find((one) => taken?.includes(labels[one]))
      if (!row || !side) return undefined
      choices.put({ ...row, chosen: side })
      return row.project
    },
    waiting: () => choices.made().map(({ project }) => project),
  }
}

const sides = ['both', 'ours', 'theirs'] as const satisfies readonly Side[]

const namesOf = (conflicts: readonly Conflict[]): string[] =>
  conflicts.map(({ path }) => pageOf(path) ?? path)

function questionOf(project: string, pages: readonly string[]) {
  const more = pages.length > maxNamed ? ` and ${pages.length - maxNamed} more` : ''
  return {
    source: 'wiki',
    kind: 'decision',
    type: 'blocking',
    caller: 'user',
    text: `The wiki of ${project} and its remote changed the same place: ${pages.slice(0, maxNamed).join(', ')}${more}. Which words count?`,
    options: [
      {
        label: labels.both,
        description: 'Ours stay under their names; theirs go to pages beside them',
        recommended: true,
      },
      { label: labels.ours, description: 'Theirs stay in the history' },
      { label: labels.theirs, description: 'Ours stay in the history' },
    ],
    freeText: false,
    tags: ['wiki', project],
  } as const satisfies Omit<Parameters<AskPort['raise']>[0], 'team'>
}
