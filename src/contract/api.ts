import type { z } from 'zod'
import { nouns } from './nouns.ts'
import type { Operation } from './operation.ts'
import type { CallName } from './paths.ts'
import { together } from './together.ts'

/** Every call of the API with its schemas; `paths` says where each lives. */
export const calls = together(nouns, 'operations') satisfies Record<CallName, Operation>

/** What a caller passes and gets, per call. */
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type CallParsed<N extends CallName> = z.output<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>
