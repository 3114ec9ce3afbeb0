import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableCells, withPipelineTables } from '../../scripts/pipeline-reference.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guides/pipeline.md'), 'utf8')

test('[CRD15] the tables of docs/guides/pipeline.md are what the code says (else: npm run pipeline:reference)', () => {
  expect(tableCells(page).length).toBeGreaterThan(60)
  expect(tableCells(page)).toEqual(tableCells(withPipelineTables(page)))
})
