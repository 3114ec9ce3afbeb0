import type { Channel } from '../../../contract/index.ts'
import { fold } from '../server/names.ts'

/** The other one of two who talk; who talks to themself is both. */
export function otherOf({ between }: Pick<Channel, 'between'>, identity: string): string {
  return between.find((name) => fold(name) !== identity) ?? between[0] ?? '*'
}
