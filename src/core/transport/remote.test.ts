import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handedOver, remoteLaunch, tunnelled } from './remote.ts'

const remote = { prefix: ['ssh', '-p', '2222', 'you@host'], env: {} }
const plain = { words: ['true'], cwd: tmpdir(), tunnels: [], input: undefined }

/** Does what the other machine does with a launch. */
function runThere(
  words: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): Buffer {
  const { args, opening } = remoteLaunch({ ...remote, env }, { ...plain, words, input })
  expect(opening.indexOf('\n')).toBe(opening.length - 1)
  return execFileSync('sh', ['-c', args.at(-1) ?? ''], { input: `${opening}rest` })
}

test('[TRA16] words arrive as they are, whatever they hold', () => {
  const word = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0'))
  const nasty = fc.stringMatching(/^[\n'"$`\\!*~#;&| ]{0,20}$/)
  fc.assert(
    fc.property(fc.array(fc.oneof(word, nasty), { minLength: 1, maxLength: 5 }), (words) => {
      // Lone surrogates have no bytes of their own.
      const sent = words.map((text) => Buffer.from(text).toString())
      const arrived = runThere(['printf', String.raw`%s\0`, ...sent]).toString()
      expect(arrived.split('\0').slice(0, -1)).toEqual(sent)
    }),
    { numRuns: 30 },
  )
})

test('[TRA16] what follows the first line is left for the agent', () => {
  expect(runThere(['cat']).toString()).toBe('rest')
  expect(runThere(['sh', '-c', 'printf %s "$ODD"'], { env: { ODD: "a'b\n\nc\n" } }).toString()).toBe(
    "a'b\n\nc\n",
  )
})

test('[TRA14] [TRA17] what the command alone is given is in no file with a name, no variable and no command line', () => {
  const input = `{"secret":"it's \n $HOME \`id\`"}`
  expect(runThere(['cat', handedOver], { input }).toString()).toBe(input)
  const look = `tr '\\0' ' ' </proc/$$/cmdline; tr '\\0' ' ' </proc/$$/environ; readlink /proc/$$/fd/3`
  const seen = runThere(['sh', '-c', look], { input }).toString()
  expect(seen).toContain('(deleted)')
  expect(seen).not.toContain('secret')
})

test('[TRA16] options stand before the host, the command is one word after it', () => {
  const { command, args } = remoteLaunch(remote, { ...plain, tunnels: [{ there: 4000, here: '[::1]:80' }] })
  expect(command).toBe('ssh')
  expect(args.slice(0, 2)).toEqual(['-p', '2222'])
  expect(args.slice(-4, -1)).toEqual(['-R', '127.0.0.1:4000:[::1]:80', 'you@host'])
})

test.each([
  ['a name that is none', { env: { 'A;rm': 'x' } }],
  ['a NUL', { words: ['a\0b'] }],
])(
  '[TRA16] %s is refused',
  (_, { env = {}, ...more }: { env?: Record<string, string>; words?: string[] }) => {
    expect(() => remoteLaunch({ ...remote, env }, { ...plain, ...more })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    )
  },
)

test('[TRA17] servers on loopback get one tunnel per port, others none', () => {
  const { servers, tunnels } = tunnelled({
    iris: { url: 'http://127.0.0.1:7000/mcp?x=1', headers: { A: 'b' } },
    same: { url: 'http://localhost:7000/other' },
    far: { url: 'https://example.com/mcp' },
  })
  const there = tunnels[0]?.there
  expect(tunnels).toEqual([{ here: '127.0.0.1:7000', there: expect.any(Number) }])
  expect(servers).toEqual({
    iris: { url: `http://127.0.0.1:${there}/mcp?x=1`, headers: { A: 'b' } },
    same: { url: `http://127.0.0.1:${there}/other` },
    far: { url: 'https://example.com/mcp' },
  })
})

test.each([
  ['http://[::1]:7000/mcp', '[::1]:7000'],
  ['http://0.0.0.0:7000/mcp', '127.0.0.1:7000'],
  ['http://[::]:7000/mcp', '[::1]:7000'],
  ['http://127.0.0.9:7000/mcp', '127.0.0.9:7000'],
])('[TRA17] a server of this machine is tunnelled however the config names its address: %s', (url, here) => {
  const { servers, tunnels } = tunnelled({ iris: { url } })
  expect(tunnels).toEqual([{ here, there: expect.any(Number) }])
  expect(servers).toEqual({ iris: { url: `http://127.0.0.1:${tunnels[0]!.there}/mcp` } })
})
