import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../../contract/index.ts'
import { claudeArguments } from './arguments.ts'

const id = '0b0e5b7e-3d4a-4a57-9d0e-5d3a4f1c2b6a'
const word = fc.oneof(fc.string(), fc.constantFrom('--debug', '-d', '--debug-file=x', '--mcp-debug'))
const words = fc.array(word, { maxLength: 3 })

test('[TRA25] whatever an agent is started with, no word of its command line asks for debugging', () => {
  const more = fc.record(
    {
      model: word,
      appendSystemPrompt: word,
      tools: words,
      allowedTools: words,
      disallowedTools: words,
      mcpConfigFile: word,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(more, (given) => {
      const conversation = { how: 'new', id } as const
      const own = {
        id: newId('agt'),
        command: ['claude'],
        cwd: '/',
        env: {},
        permissionMode: 'default',
      } as const
      const args = claudeArguments({ ...own, conversation, ...given }, undefined)
      expect(args.filter((arg) => /^(-d|--debug|--mcp-debug)/.test(arg))).toEqual([])
    }),
  )
})
