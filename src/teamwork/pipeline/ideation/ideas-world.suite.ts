import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AskId } from '../../../contract/index.ts'
import { askMigrations, createInbox, type Inbox } from '../../../core/inbox/index.ts'
import { createRulings, rulingMigrations, type Rulings } from '../../../core/rulings/index.ts'
import { openStageWorld, untilAsked, type StageWorld } from '../stage/stage-world.suite.ts'
import { onAskAnswered } from './answering.ts'
import { createIdeas, type Ideas } from './ideas.ts'
import { onStageEnded } from './replying.ts'
import { ideaMigrations } from './rows.ts'
import type { Signals } from './signals.ts'

/** Ideas over real stages, a real inbox and real files; only the CLI is one whose answers a test gives. */
export interface IdeasWorld extends StageWorld {
  home: string
  ideas: Ideas
  inbox: Inbox
  rulings: Rulings
  /** The model answers what it is asked now, by the schema. */
  reply(signals: Partial<SignalsGiven>, more?: object): Promise<void>
  /** Asks that are open. */
  open(): ReturnType<Inbox['list']>['asks']
  choose(ask: AskId, choose: string): Promise<unknown>
  end(): Promise<void>
}

type SignalsGiven = Omit<Signals, 'artifacts'> & {
  artifacts: { type: string; summary: string; text: string; confidence: number }[]
}

export async function openIdeasWorld(): Promise<IdeasWorld> {
  const stage = await openStageWorld({ migrations: [askMigrations, rulingMigrations, ideaMigrations] })
  const home = mkdtempSync(join(tmpdir(), 'iris-ideas-'))
  const world = Object.assign(stage, { home }) as unknown as IdeasWorld
  let close: () => void = () => undefined
  const open = (): void => {
    const { sql, log, clock, stages } = world
    const logger = { warn: (message: string) => void world.said.push(message) }
    const inbox = createInbox({
      sql,
      log,
      clock,
      // Nothing of an ask about an idea is written there.
      logger: { ...logger, error: logger.warn, info: logger.warn, debug: logger.warn } as never,
      policy: () => undefined,
      kin: { teamOf: () => '', worksFor: () => false, areOne: () => false },
      deliver: () => Promise.resolve(),
    })
    const rulings = createRulings({ sql, log, clock })
    const environment = { home }
    const ideas = createIdeas({ sql, log, clock, logger, environment, inbox, rulings, stages })
    log.react(['stage.ended'], (event, append) => onStageEnded(ideas.context, event, append))
    log.react(['ask.answered'], (event, append) => onAskAnswered(ideas.context, event, append))
    close = () => {
      ideas.close()
      inbox.close()
    }
    Object.assign(world, { ideas, inbox, rulings })
  }
  open()
  const restart = stage.restart.bind(stage)
  const closeStages = stage.close.bind(stage)
  world.restart = async () => {
    close()
    await restart(open)
  }
  world.reply = async (signals, more = {}) => {
    const at = world.agents.findIndex(({ closed }) => !closed)
    const given = { reply: 'I see.', ...signals }
    await world.answer({ structured_output: given, ...more }, at === -1 ? world.agents.length : at)
  }
  world.open = () => world.inbox.list({ state: 'open', limit: 50 }).asks
  world.choose = async (ask, choose) => {
    await world.inbox.answer(ask, { who: { kind: 'human', name: 'user' }, input: { choose } })
    await world.settle()
  }
  world.end = async () => {
    close()
    await closeStages()
    rmSync(home, { recursive: true })
  }
  return world
}

/** The answer to what is said next. */
export async function talk(world: IdeasWorld, idea: string, signals: Partial<SignalsGiven>): Promise<void> {
  await world.ideas.say({ idea, text: 'More of it.', wait: false })
  await nextAsked(world)
  await world.reply(signals)
}

/** Until the agent that was started last was asked. */
export async function nextAsked(world: IdeasWorld): Promise<void> {
  const asked = world.agents.filter(({ sent }) => sent.length > 0).length
  const closed = world.agents.filter((agent) => agent.closed).length
  if (asked === closed) await untilAsked(world, asked + 1)
}

export const artifact = (type: string, more: { text?: string; confidence?: number } = {}) => ({
  type,
  summary: `What the ${type} is`,
  text: more.text ?? `All there is to say about the ${type}, in more than fifty characters.`,
  confidence: more.confidence ?? 0.8,
})
