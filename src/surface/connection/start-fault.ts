import { existsSync, statfsSync } from 'node:fs'
import { IrisError } from '../../contract/plain.ts'
import { proveWritable } from '../../platform/lib/index.ts'

/** A first start takes about 0.7 MB. */
const leastRoom = 1_000_000

/** What the machine has against a daemon of this home, as far as it can be seen from outside. */
export function startFault(home: string): IrisError | undefined {
  if (!existsSync(home)) return undefined
  try {
    proveWritable(home)
  } catch (error) {
    if (error instanceof IrisError) return error
    throw error
  }
  const { blocks, bavail, bsize } = statfsSync(home)
  // Some file systems do not count.
  if (blocks === 0 || bavail * bsize >= leastRoom) return undefined
  return new IrisError('DISK_FULL', `There is hardly any room left on the disk of ${home}.`)
}
