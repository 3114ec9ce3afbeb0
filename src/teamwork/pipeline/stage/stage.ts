import type { Stage, StageEnding, StageId, StageState, StageUse } from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import type { PromptPart } from './prompt.ts'

/** What a model is to be asked in a role: one turn, with nothing before it. */
export interface StageAsk {
  /** The key of a role file, which has the prompt, the model and the tools. */
  role: string
  /** The folder of the project whose own file of that role counts. */
  project?: string | undefined
  /** Those of its tools that it has this time; all without it. */
  tools?: readonly string[] | undefined
  /** What it is about: the id of an idea, of a spec. */
  subject: string
  parts: readonly PromptPart[]
  /** Model tokens that the parts may take together. */
  budget: number
  /** The JSON schema of what it is to give back; `outputSchemaOf` makes it. */
  schema: Readonly<Record<string, unknown>>
  /** Where it works; a folder of its own without one. */
  folder?: string | undefined
}

/** What came of a stage. */
export interface StageAnswer {
  how: StageEnding
  /** What went wrong, in words. */
  why: string | null
  /** What it said, besides what fits the schema. */
  text: string
  /** What fits the schema; undefined when the model gave nothing that does. */
  structured: unknown
}

/** A stage as it is stored. */
export interface StageRow extends Omit<Stage, 'state'> {
  answer: StageAnswer | undefined
}

/** One structured turn of a model for a role: asked once, whatever dies meanwhile. */
export interface Stages {
  /**
   * Writes down what is to be asked, in the transaction under way; it is asked once that is committed. Who began it hears
   * of its end by reacting to `stage.ended`, in the transaction that records it. Throws when the required parts do not fit.
   */
  begin(ask: StageAsk, append: Append): StageId
  get(stage: StageId): StageRow | undefined
  /** What a stage is at for people; IDLE without one. `waits` says that somebody else must do something first. */
  stateOf(stage: StageRow | undefined, waits?: boolean): StageState
  list(filter: { subject?: string | undefined; role?: string | undefined; limit: number }): Stage[]
  /** What the stages of each role that began since then were told and cost. */
  use(since: number): StageUse[]
  /** Settles when a stage has ended, or when Iris stops. */
  ended(stage: StageId): Promise<void>
  /** Whether an agent in the pipe works for a stage. */
  holds(agent: string): boolean
  /** What hindered starts may be gone, such as a pipe that is back: what waits for that is tried now. */
  tryAgain(): void
  /** Takes up what the last daemon left. */
  recover(): Promise<void>
  /** Listens no longer; what was asked goes on, and the next daemon hears it. */
  close(): Promise<void>
}
