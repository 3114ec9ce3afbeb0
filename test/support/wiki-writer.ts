// Writers of one process: each appends lines to one page, every other one by MCP, and counts one up in another by its revision.
import { createClient } from '../../src/client/index.ts'
import { call, mcpClients } from '../../src/surface/mcp/clients.suite.ts'
import { IrisError } from '../../src/contract/plain.ts'

const [url = '', token = '', name = '', writers = '1', rounds = '1'] = process.argv.slice(2)
const client = createClient({ url, token })
const project = 'shop'
const clients = mcpClients(() => url)
const tools = await clients.connect({ secret: token })
const acknowledged: string[] = []
let counted = 0

async function write(writer: number): Promise<void> {
  for (let round = 0; round < Number(rounds); round += 1) {
    const line = `${name}.${writer}.${round}`
    await (writer % 2 === 0
      ? appendByTool(line)
      : client.call('appendPage', { project, page: 'Log', text: line }))
    acknowledged.push(line)
    if (await countUp()) counted += 1
  }
}

async function appendByTool(text: string): Promise<void> {
  const said = await call(tools, 'wiki_append', { project, page: 'Log', text })
  if (said['status'] !== 'ok') throw new Error(JSON.stringify(said))
}

/** Reads a number and writes the next; somebody who is faster is no fault. */
async function countUp(): Promise<boolean> {
  const { text, revision } = await client.call('readPage', { project, page: 'Counter' })
  const next = `${Number(text) + 1}\n`
  try {
    const { isChanged } = await client.call('writePage', {
      project,
      page: 'Counter',
      text: next,
      revision: revision ?? '',
    })
    return isChanged
  } catch (error) {
    if (error instanceof IrisError && error.code === 'PAGE_CONFLICT') return false
    throw error
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)))
await clients.end()
process.send?.({ acknowledged, counted })
process.disconnect?.()
