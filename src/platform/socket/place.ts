import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { IrisError } from '../../contract/plain.ts'
import { systemCode } from '../lib/index.ts'

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the final zero.
const maxBytes = 100

/** Where a socket of this folder should lie: in it, or, when that is too long for the system, at a short place that is ours alone. */
export async function choosePlace(folder: string, name: string): Promise<string> {
  const near = join(await realpath(folder), name)
  if (Buffer.byteLength(near) <= maxBytes) return near
  const digest = createHash('sha256').update(near).digest('hex')
  const place = join(`iris-${process.getuid?.() ?? 'user'}`, `${digest.slice(0, 16)}.sock`)
  const short = join(tmpdir(), place)
  const address = Buffer.byteLength(short) <= maxBytes ? short : join('/tmp', place)
  await openOwnFolder(dirname(address))
  return address
}

/** Makes sure a folder is a real one, ours, and closed to others: under /tmp anybody could have made it first. */
export async function openOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const owner = process.getuid?.() ?? found.uid
  if (!found.isDirectory() || found.uid !== owner) {
    throw new IrisError('HOME_NOT_WRITABLE', `${folder} is not a folder of your own.`)
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700)
}

/**
 * Whether nobody but the owner of `folder`, or we ourselves, can have put its socket there. Under /tmp the folder that
 * was ours may have gone when the machine was started again, and a stranger's may stand in its place.
 */
export async function isOwnPlace(socket: string, folder: string): Promise<boolean> {
  try {
    if (dirname(socket) === (await realpath(folder))) return true
    const [found, { uid }] = [await lstat(dirname(socket)), await stat(folder)]
    const owners = [uid, process.getuid?.() ?? uid]
    return found.isDirectory() && owners.includes(found.uid) && (found.mode & 0o022) === 0
  } catch {
    // No folder, so no socket.
    return false
  }
}
