import { IrisError } from '../../../contract/index.ts'
import type { Refusal } from '../server/backing.ts'

/** What an error of Iris says becomes the words of the reply; any other is a fault. */
export async function refusing(
  reply: readonly string[],
  work: () => Promise<void>,
): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof IrisError) return [...reply, error.message]
    throw error
  }
}
