import { bootId, processRow } from './table.ts'

/** Whether a process with this pid runs now; a zombie does not. */
export function isAlive(pid: number): boolean {
  return processRow(pid) !== undefined
}

/** Pid, start time and boot as one comparable string, so a reused pid is never taken for ours; undefined when gone. */
export function processIdentity(pid: number): string | undefined {
  return processRow(pid)?.identity
}

/** Whether the very process that had this identity still runs. */
export function isSameProcessAlive(identity: string): boolean {
  return processIdentity(pidOf(identity)) === identity
}

/** The pid inside an identity. */
export function pidOf(identity: string): number {
  return Number.parseInt(identity, 10)
}

/** Whether a process was started since the machine was; where the system names no boot, nobody knows better. */
export function isOfThisBoot(identity: string): boolean {
  return process.platform !== 'linux' || identity.endsWith(`.${bootId()}`)
}
