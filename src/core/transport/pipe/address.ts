import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, realpath, rename, chmod, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { IrisError } from '../../../contract/plain.ts'
import { systemCode } from '../../../platform/lib/index.ts'

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the final zero.
const maxAddressBytes = 100

/** The pipe's folder in a home, made with mode 0700 if absent. The home itself must be there: one that was deleted must not come back. */
export async function openPipeFolder(home: string): Promise<string> {
  const folder = join(home, 'pipe')
  await ownFolder(folder)
  return folder
}

/** Where the pipe of this home should listen: in its folder, or, when that is too long, at a short place that is ours alone. */
export async function chooseAddress(folder: string): Promise<string> {
  const near = join(folder, 'pipe.sock')
  if (Buffer.byteLength(near) <= maxAddressBytes) return near
  const digest = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
  const place = join(`iris-${process.getuid?.() ?? 'user'}`, `${digest.slice(0, 16)}.sock`)
  const short = join(tmpdir(), place)
  const address = Buffer.byteLength(short) <= maxAddressBytes ? short : join('/tmp', place)
  await ownFolder(dirname(address))
  return address
}

/** Writes down where the pipe listens. */
export async function publishAddress(folder: string, address: string): Promise<void> {
  const file = join(folder, 'socket')
  await writeFile(`${file}.draft`, address, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

/** Where the pipe of this home said it listens; undefined when none ever did. */
export async function readAddress(home: string): Promise<string | undefined> {
  try {
    return await readFile(join(home, 'pipe', 'socket'), 'utf8')
  } catch {
    // Absent or unreadable: either way there is no pipe to talk to, and starting one tells the reason.
    return undefined
  }
}

/** Makes sure a folder is a real one, ours, and closed to others: under /tmp anybody could have made it first. */
async function ownFolder(folder: string): Promise<void> {
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
