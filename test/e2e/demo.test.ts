import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('[REH27] the demo runs a real agent to a proven fix, says that it is rehearsed, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-demo-test-'))
  const main = join(import.meta.dirname, '../../dist/rehearsal/demo/main.js')
  const child = spawn(process.execPath, [main], { env: { ...process.env, HOME: folder, TMPDIR: folder } })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  const [code] = (await once(child, 'close')) as [number]
  expect(shown).toContain('a rehearsal: the model is scripted')
  expect(shown).toMatch(
    /The test fails before \(exit 1\)[\s\S]*edits +sum\.js[\s\S]*runs +node --test[\s\S]*answered[\s\S]*exit 0/,
  )
  expect(code).toBe(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('iris-demo-'))).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})
