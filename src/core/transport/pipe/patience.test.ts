import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock, type ManualClock } from '../../../platform/clock/index.ts'
import type { Agent } from './agent.ts'
import { createAttachments, type Attachments } from './attachments.ts'
import { mayWait } from './patience.ts'
import type { AgentExit } from './protocol.ts'
import { openSpool, type Spool } from './spool.ts'

let folder = ''
let spool: Spool
let clock: ManualClock
let attachments: Attachments
let pieces: string[]
let exit: AgentExit | undefined
let grew: () => void
let isReady: boolean

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-patience-'))
  spool = openSpool(folder, 'a')
  clock = manualClock(1_000)
  pieces = []
  exit = undefined
  isReady = true
  attachments = createAttachments(
    {
      isReady: () => isReady,
      piece: (_n, _offset, bytes) => void pieces.push(bytes.toString()),
      exit: () => void pieces.push('exit'),
      broken: (_n, error) => void pieces.push(String(error)),
    },
    clock,
  )
  attachments.attach(1, agent(), { offset: 0, patient: ['slow'] })
})
afterEach(() => {
  attachments.close()
  spool.rest()
  rmSync(folder, { recursive: true, force: true })
})

/** As much of an agent as a reading needs, over a real spool. */
function agent(): Agent {
  const follow = (heard: () => void): (() => void) => {
    grew = heard
    return () => undefined
  }
  return { id: 'a', spool, follow, exit: () => exit } as unknown as Agent
}

function prints(text: string): void {
  spool.append(Buffer.from(text))
  grew()
}

test('[PIP22] a line that may wait goes with the next that may not', () => {
  prints('slow 1\n')
  prints('slow 2\n')
  expect(pieces).toEqual([])
  prints('now\n')
  expect(pieces).toEqual(['slow 1\nslow 2\nnow\n'])
  clock.advance(10)
  expect(pieces).toHaveLength(1)
})

test('[PIP22] it waits for ten milliseconds at most, however much comes after it', () => {
  prints('slow 1\n')
  clock.advance(9)
  prints('slow 2\n')
  expect(pieces).toEqual([])
  clock.advance(1)
  expect(pieces).toEqual(['slow 1\nslow 2\n'])
})

test('[PIP22] many bytes do not wait, nor does what was printed before an exit', () => {
  prints(`slow ${'x'.repeat(16 * 1024)}\n`)
  expect(pieces).toHaveLength(1)
  prints('slow 1\n')
  expect(pieces).toHaveLength(1)
  exit = { how: 'exited', code: 0, signal: null, at: 0 }
  grew()
  expect(pieces.slice(1)).toEqual(['slow 1\n', 'exit'])
})

test('[PIP22] a spool that cannot be read is told to the reader and ends nobody', () => {
  prints('slow 1\n')
  const read = spool.read.bind(spool)
  spool.read = () => {
    throw new Error('no such disk')
  }
  prints('slow 2\n')
  expect(pieces).toEqual(['Error: no such disk'])
  spool.read = read
})

test('[PIP14] a reader that is behind costs no reading', () => {
  isReady = false
  let reads = 0
  const read = spool.read.bind(spool)
  spool.read = (offset) => {
    reads += 1
    return read(offset)
  }
  prints('slow 1\n')
  prints('now\n')
  expect(reads).toBe(0)
  isReady = true
  attachments.pumpAll()
  expect(pieces).toEqual(['slow 1\nnow\n'])
})

test('[PIP22] nothing is sent after a reading was given up', () => {
  prints('slow 1\n')
  attachments.detach(1)
  clock.advance(100)
  expect(pieces).toEqual([])
})

test('[PIP22] wherever the bytes are cut, only whole beginnings wait', () => {
  const line = fc.constantFrom('slow', 'slow x', 'slo', 'now', '', 'slower')
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.boolean(), (lines, isWhole) => {
      const text = lines.join('\n') + (isWhole ? '\n' : '')
      const begun = isWhole || lines.at(-1) !== '' ? lines : lines.slice(0, -1)
      expect(mayWait(Buffer.from(text), [Buffer.from('slow')])).toBe(
        begun.every((one) => one.startsWith('slow')),
      )
    }),
  )
})
