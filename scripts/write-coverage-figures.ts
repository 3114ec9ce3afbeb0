// Brings the figures of docs/coverage.md up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { withFigures } from './coverage-figures.ts'

const page = new URL('../docs/coverage.md', import.meta.url)
writeFileSync(page, withFigures(readFileSync(page, 'utf8')))
