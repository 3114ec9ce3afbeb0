// Brings the tables of docs/guides/pipeline.md up to date: roles, the decision matrix, and who takes which event.
import { readFileSync, writeFileSync } from 'node:fs'
import { withPipelineTables } from './pipeline-reference.ts'

const page = new URL('../docs/guides/pipeline.md', import.meta.url)
writeFileSync(page, withPipelineTables(readFileSync(page, 'utf8')))
