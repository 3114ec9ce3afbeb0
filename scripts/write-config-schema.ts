import { readFileSync, writeFileSync } from 'node:fs'
import { schemaFile, withReference } from './config-reference.ts'

const docs = new URL('../docs/', import.meta.url)
const guide = new URL('guides/config.md', docs)

writeFileSync(new URL('config.schema.json', docs), schemaFile())
writeFileSync(guide, withReference(readFileSync(guide, 'utf8')))
