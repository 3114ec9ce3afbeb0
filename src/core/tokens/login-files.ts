import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

const life = 60_000
const maxFiles = 32

/** Files that lead a browser to a login link. The link in an argument could be read by everybody on the machine. */
export interface LoginFiles {
  /** Writes one that only its owner can read, for a minute; gives its path. */
  write(url: string): string
  close(): void
}

/** Removes what a daemon that was killed left there; its links are worth nothing any more. */
export function openLoginFiles({ folder, clock }: { folder: string; clock: Clock }): LoginFiles {
  const living = new Map<string, Cancel>()
  rmSync(folder, { recursive: true, force: true })
  return { write, close: () => [...living.keys()].forEach(remove) }

  function write(url: string): string {
    const [oldest] = living.keys()
    if (oldest !== undefined && living.size >= maxFiles) remove(oldest)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${randomBytes(8).toString('hex')}.html`)
    writeFileSync(file, pageTo(url), { mode: 0o600, flag: 'wx' })
    living.set(
      file,
      clock.after(life, () => remove(file)),
    )
    return file
  }

  function remove(file: string): void {
    living.get(file)?.()
    living.delete(file)
    rmSync(file, { force: true })
  }
}

function pageTo(url: string): string {
  const quoted = url.replaceAll(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Iris</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${quoted}">
<p><a href="${quoted}">Open Iris</a></p></html>
`
}
