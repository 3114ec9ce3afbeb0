import { readFileSync } from 'node:fs'
import { processTable, type ProcessRow } from './table.ts'

/** What a process and its descendants take. */
export interface TreeMemory {
  bytes: number
  processes: number
}

const pageSize = 4096

/** Resident memory of each process with all it started. Where the system has no /proc, nothing is known. */
export function memoryOf(pids: readonly number[]): Map<number, TreeMemory> {
  if (process.platform !== 'linux' || pids.length === 0) return new Map()
  const table = processTable()
  return new Map(pids.map((pid) => [pid, treeMemory(pid, table)]))
}

function treeMemory(pid: number, table: readonly ProcessRow[]): TreeMemory {
  const members = [pid]
  for (const parent of members) {
    for (const row of table) if (row.parent === parent && !members.includes(row.pid)) members.push(row.pid)
  }
  return { bytes: members.reduce((sum, member) => sum + resident(member), 0), processes: members.length }
}

function resident(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1] ?? 0) * pageSize
  } catch {
    // Gone while we looked.
    return 0
  }
}
