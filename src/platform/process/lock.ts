import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile, systemCode } from '../lib/index.ts'
import { isSameProcessAlive, processIdentity } from './identity.ts'

const maxTries = 100

/** A claim that only one living process can hold. */
export interface Lock {
  /** False once somebody removed the claim from the disk. */
  isHeld(): boolean
  release(): void
}

/**
 * Takes the lock `name` in `folder`, or tells which living process holds it. A holder that died, even by `kill -9`,
 * holds nothing. Claims are numbered and never overwritten: to take over from the dead holder of claim 4 is to create
 * claim 5, which the file system lets only one of several contenders do.
 */
export function takeLock(folder: string, name: string): Lock | { heldBy: string } {
  const me = processIdentity(process.pid) ?? String(process.pid)
  for (let tries = 0; tries < maxTries; tries += 1) {
    const last = claims(folder, name).at(-1) ?? 0
    const holder = read(claimFile(folder, name, last))
    if (holder !== undefined && isSameProcessAlive(holder)) return { heldBy: holder }
    if (claim(folder, claimFile(folder, name, last + 1), me)) {
      const lock = confirm({ folder, name, number: last + 1, me })
      if (lock) return lock
    }
  }
  throw new Error(`the lock ${name} in ${folder} keeps changing hands`)
}

/** The identity of the living process that holds the lock, if there is one. */
export function lockHolder(folder: string, name: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const holders = claims(folder, name).map((number) => read(claimFile(folder, name, number)))
  return holders.findLast((holder) => holder !== undefined && isSameProcessAlive(holder))
}

/** A contender that slept since it looked may have created a number that was used and cleared long ago. */
function confirm(mine: { folder: string; name: string; number: number; me: string }): Lock | undefined {
  const { folder, name, number, me } = mine
  const file = claimFile(folder, name, number)
  const others = claims(folder, name).filter((other) => other !== number)
  if (others.some((other) => other > number || isHeldByLiving(claimFile(folder, name, other)))) {
    rmSync(file, { force: true })
    return undefined
  }
  for (const older of others) clear(claimFile(folder, name, older))
  const isHeld = (): boolean => read(file) === me
  return { isHeld, release: () => (isHeld() ? rmSync(file, { force: true }) : undefined) }
}

function clear(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Something that is no claim, such as a folder; it holds nothing and is passed over.
  }
}

/** Creates the claim with its content in one step, so nobody ever reads a half-written one. */
function claim(folder: string, file: string, me: string): boolean {
  const draft = join(folder, `.claim-${randomUUID()}`)
  try {
    writeFileSync(draft, me, { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function claims(folder: string, name: string): number[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.`))
    .map((file) => Number(file.slice(name.length + 1)))
    .filter((number) => Number.isSafeInteger(number) && number > 0)
    .toSorted((a, b) => a - b)
}

function claimFile(folder: string, name: string, number: number): string {
  return join(folder, `${name}.${number}`)
}

function isHeldByLiving(file: string): boolean {
  const holder = read(file)
  return holder !== undefined && isSameProcessAlive(holder)
}

function read(file: string): string | undefined {
  try {
    return readSmallFile(file)
  } catch {
    // Released between our looking and our reading: nobody holds it.
    return undefined
  }
}
