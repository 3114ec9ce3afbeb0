import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * The process of this user that holds the other end of a TCP connection on this machine, by the ports of both ends:
 * its own and ours. Undefined when it is not found, as on systems without /proc.
 */
export function peerOf({ itsPort, ourPort }: { itsPort: number; ourPort: number }): number | undefined {
  const inode = ['/proc/net/tcp', '/proc/net/tcp6']
    .map((file) => inodeIn(file, itsPort, ourPort))
    .find(Boolean)
  if (inode === undefined) return undefined
  const name = `socket:[${inode}]`
  return list('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .find((pid) => list(`/proc/${pid}/fd`).some((fd) => target(`/proc/${pid}/fd/${fd}`) === name))
}

/** Each line has the own end, the other end and, as its tenth field, the inode of the socket. */
function inodeIn(file: string, itsPort: number, ourPort: number): string | undefined {
  const [own, other] = [itsPort, ourPort].map(
    (port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const fields = read(file)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(own ?? '') && remote.endsWith(other ?? ''))
  return fields?.[9]
}

// What cannot be read is of another user, has gone meanwhile, or is not there on this system.
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function target(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}
