import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../platform/lib/index.ts'

const fileIn = (home: string): string => join(home, 'last-url')

/** Where the last daemon of this home listened; agents that it started still look for Iris there. */
export function readLastUrl(home: string): string | undefined {
  try {
    return new URL(readFileSync(fileIn(home), 'utf8').trim()).origin
  } catch {
    // There was none, or its file is damaged: then nothing is known.
    return undefined
  }
}

export function writeLastUrl(home: string, url: string): void {
  replaceFile(fileIn(home), `${url}\n`)
}

/** The port to ask for first; 0 takes any. */
export function portToTry(wanted: { host: string; httpPort: number }, last: string | undefined): number {
  if (wanted.httpPort !== 0 || last === undefined) return wanted.httpPort
  const { hostname, port } = new URL(last)
  const host = wanted.host.includes(':') ? `[${wanted.host}]` : wanted.host
  return hostname === host ? Number(port) : 0
}
