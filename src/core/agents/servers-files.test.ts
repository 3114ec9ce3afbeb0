import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { removeLeftServers, serversFile } from './servers-files.ts'

test('[TEA69] what a killed daemon left of agents that are gone is removed; that of a living one is not', () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-starting-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  removeLeftServers(home, [])
  const [living, gone, half] = [newId('agt'), newId('agt'), newId('agt')]
  const files = [serversFile(home, living), serversFile(home, gone), `${serversFile(home, half)}.new`]
  mkdirSync(dirname(files[0]!))
  for (const file of files) writeFileSync(file, '{}')
  removeLeftServers(home, [living])
  expect(files.map((file) => existsSync(file))).toEqual([true, false, false])
})
