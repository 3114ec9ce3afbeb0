import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readNameList } from './list.ts'
import { createNames } from './names.ts'

let home: string
const mistakes: string[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'iris-names-'))
  mistakes.length = 0
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** So many names, each taken by whoever got it. */
function give(count: number, ...taken: string[]): string[] {
  const names = createNames({ home, onMistake: (text) => void mistakes.push(text) })
  const had = new Set(taken)
  return Array.from({ length: count }, () => {
    const name = names.next((one) => !had.has(one))
    had.add(name)
    return name
  })
}

test('[CHN31] names are given in the order of the list that Iris brings, without those that somebody has', () => {
  expect(give(2, 'Jules')).toEqual(['Ramona', 'Amina'])
})

test('[CHN31] when the list is over they are numbered', () => {
  writeFileSync(join(home, 'names.txt'), 'Ada\nBob # the second\n\n# nobody\nada\n')
  expect(give(5)).toEqual(['Ada', 'Bob', 'Ada-2', 'Bob-2', 'Ada-3'])
})

test('[CHN31] the list of the home counts before ours; a bad one is told, and ours counts', () => {
  writeFileSync(join(home, 'names.txt'), 'two words\nÄda\nHome\n')
  expect(give(1)).toEqual(['Home'])
  expect(mistakes).toEqual(['Line 1 is no name: "two words"', 'Line 2 is no name: "Äda"'])
  rmSync(join(home, 'names.txt'))
  mkdirSync(join(home, 'names.txt'))
  expect(give(1)).toEqual(['Ramona'])
  expect(mistakes).toHaveLength(3)
})

test('[CHN31] whatever a list holds, its names are nicks that every server takes, each once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Za-z_-]{0,20}$/))),
      (lines) => {
        const { names: found } = readNameList(lines.join('\n'))
        const folded = new Set(found.map((name) => name.toLowerCase()))
        return folded.size === found.length && found.every((name) => /^[A-Za-z][\w-]{0,15}$/.test(name))
      },
    ),
  )
})
