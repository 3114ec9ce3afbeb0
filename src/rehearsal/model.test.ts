import { request as httpRequest } from 'node:http'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, saying, start, streaming, type Json } from '../../test/support/rehearsal.ts'
import { pieces } from './stream-stage.ts'

async function events(response: Response): Promise<Json[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('event: '))
    .map((event) => {
      const [type, data] = event.split('\n')
      const parsed = JSON.parse(data!.replace('data: ', '')) as Json
      expect(type).toBe(`event: ${parsed['type'] as string}`)
      return parsed
    })
}

/** What a client sees of a stream before the connection breaks. */
async function untilCut(response: Response): Promise<string> {
  let seen = ''
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  await expect(
    (async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        seen += decoder.decode(value, { stream: true })
      }
    })(),
  ).rejects.toThrow()
  return seen
}

const fullReply = `
  - reply:
      - thinking: Let me think about it for a while.
      - text: I'll look at the file in \${cwd} first.
      - tool: { name: Read, input: { file_path: '\${cwd}/a "quoted" name.js', limit: 3 } }`

test('[REH13] a whole answer has the shape of a message', async () => {
  const rehearsal = await start(fullReply)
  const response = await ask(rehearsal, saying('go', { system: 'Working directory: /srv' }))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^msg_rehearsal_/),
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4',
    content: [
      { type: 'thinking', thinking: 'Let me think about it for a while.', signature: 'rehearsal' },
      { type: 'text', text: "I'll look at the file in /srv first." },
      {
        type: 'tool_use',
        id: expect.stringMatching(/^toolu_rehearsal_/),
        name: 'Read',
        input: { file_path: '/srv/a "quoted" name.js', limit: 3 },
      },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: {
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  })
})

test('[REH13] a streamed answer tells the same message in several pieces', async () => {
  const rehearsal = await start(fullReply)
  const response = await ask(rehearsal, saying('go', { stream: true, system: 'Working directory: /srv' }))
  expect(response.headers.get('content-type')).toMatch('text/event-stream')
  const all = await events(response)
  const order = all.map((event) => event['type']).filter((type, index, types) => type !== types[index - 1])
  const block = ['content_block_start', 'content_block_delta', 'content_block_stop']
  expect(order).toEqual([
    'message_start',
    'ping',
    ...block,
    ...block,
    ...block,
    'message_delta',
    'message_stop',
  ])
  const deltas = all.map((event) => (event['delta'] ?? {}) as Json)
  const joined = (key: string): string =>
    deltas.map((delta) => (delta[key] as string | undefined) ?? '').join('')
  expect(joined('thinking')).toBe('Let me think about it for a while.')
  expect(joined('text')).toBe("I'll look at the file in /srv first.")
  expect(JSON.parse(joined('partial_json'))).toEqual({ file_path: '/srv/a "quoted" name.js', limit: 3 })
  expect(deltas.filter((delta) => delta['type'] === 'text_delta').length).toBeGreaterThan(2)
  expect(all.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } })
})

test('[REH13] the pieces of a text join to the text and split no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (text) => {
      const all = pieces(text)
      expect(all.join('')).toBe(text)
      expect(all.length).toBeLessThanOrEqual(40)
      for (const piece of all) expect(Buffer.from(piece, 'utf8').toString('utf8')).toBe(piece)
    }),
  )
})

test.each(['max_tokens', 'refusal', 'end_turn'])('[REH13] a reply can stop with %s', async (stop) => {
  const rehearsal = await start(`  - reply: [{ text: Half }, { stop: ${stop} }]`)
  const answer = await ask(rehearsal, saying('go'))
  expect(await answer.json()).toMatchObject({ stop_reason: stop })
})

test('[REH14] headers and ids show that an answer is scripted, and differ between rehearsals', async () => {
  const ids = new Set<unknown>()
  for (const rehearsal of [await start('  - reply: x'), await start('  - reply: x')]) {
    for (const text of ['one', 'two']) {
      const response = await ask(rehearsal, saying(text))
      expect(response.headers.get('x-iris-rehearsal')).toBe('T?st')
      expect(response.headers.get('request-id')).toMatch(/^req_rehearsal_/)
      ids.add(((await response.json()) as Json)['id'])
    }
  }
  expect(ids.size).toBe(4)
})

test.each([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [529, 'overloaded_error'],
])('[REH15] a failure with %i is an %s', async (status, type) => {
  const rehearsal = await start(`  - reply: [{ fail: { status: ${status}, retryAfter: 7 } }]`)
  for (const body of [saying('go'), streaming('go')]) {
    const response = await ask(rehearsal, body)
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('7')
    const id = response.headers.get('request-id')
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type, message: expect.stringMatching(/rehearsed/) },
      request_id: id,
    })
  }
})

test('[REH15] a failure can have its own type, message and headers', async () => {
  const rehearsal = await start(`
  - reply:
      - fail:
          status: 400
          type: billing_error
          message: prompt is too long
          headers: { anthropic-ratelimit-unified-status: rejected }`)
  const response = await ask(rehearsal, saying('go'))
  expect(response.headers.get('anthropic-ratelimit-unified-status')).toBe('rejected')
  expect(await response.json()).toMatchObject({
    error: { type: 'billing_error', message: 'prompt is too long' },
  })
})

test('[REH15] [REH16] a failure in the middle of a stream is an error event after an unfinished block', async () => {
  const rehearsal = await start('  - reply: [{ text: Half of it }, { fail: { status: 529 } }]')
  const response = await ask(rehearsal, streaming('go'))
  expect(response.status).toBe(200)
  const all = await events(response)
  expect(all.at(-1)).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } })
  expect(all.map((event) => event['type'])).not.toContain('content_block_stop')
})

test('[REH16] a cut breaks the connection after what was said', async () => {
  const rehearsal = await start('  - reply: [{ text: Half of it }, { cut: true }]')
  const seen = await untilCut(await ask(rehearsal, streaming('go')))
  expect(seen).toContain('Half of ')
  expect(seen).not.toContain('content_block_stop')
  await expect(ask(rehearsal, saying('go'))).rejects.toThrow('fetch failed')
})

test('[REH16] a cut as the first step breaks the connection before any answer', async () => {
  const rehearsal = await start('  - reply: [{ cut: true }]')
  await expect(ask(rehearsal, streaming('go'))).rejects.toThrow('fetch failed')
})

test('[REH17] usage is reported as given', async () => {
  const rehearsal = await start(
    '  - { reply: Hi, usage: { input: 100, output: 20, cacheRead: 3, cacheWrite: 4 } }',
  )
  const usage = {
    input_tokens: 100,
    output_tokens: 20,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 4,
  }
  const whole = await ask(rehearsal, saying('go'))
  expect(await whole.json()).toMatchObject({ usage })
  const all = await events(await ask(rehearsal, streaming('go')))
  expect(all[0]).toMatchObject({ message: { usage: { ...usage, output_tokens: 1 } } })
  expect(all.at(-2)).toMatchObject({ usage })
})

test('[REH17] count_tokens gives the estimate that an answer reports', async () => {
  const rehearsal = await start('  - reply: Hi')
  const body = JSON.stringify(saying('How many tokens is this?'))
  const counted = await fetch(`${rehearsal.url}/v1/messages/count_tokens`, { method: 'POST', body })
  const answered = await ask(rehearsal, body)
  const { input_tokens: tokens } = (await counted.json()) as Json
  expect(tokens).toBe(Math.ceil(body.length / 4))
  expect(await answered.json()).toMatchObject({ usage: { input_tokens: tokens } })
})

test('[REH10] a request no line fits is told so, with its text shortened', async () => {
  const rehearsal = await start('  - { when: { says: hello }, reply: x }')
  const answer = await ask(rehearsal, saying(`What\n is \${says.1} ${'very '.repeat(50)}?`))
  const { content } = (await answer.json()) as { content: [{ text: string }] }
  expect(content[0].text).toMatch(/^The rehearsal has no line for this: What is \$\{says\.1\} very .*…$/)
  expect(content[0].text.length).toBeLessThan(140)
  expect(rehearsal.requests()).toMatchObject([{ kind: 'turn', line: undefined }])
})

test.each([
  ['probe', saying('quota', { max_tokens: 1 }), /Rehearsal/],
  [
    'structured',
    saying('<session>x</session>', {
      output_config: {
        format: {
          type: 'json_schema',
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              ok: { type: 'boolean' },
              kind: { enum: ['a', 'b'] },
              list: { type: 'array' },
              inner: { type: 'object', properties: { n: { type: 'integer' } } },
            },
          },
        },
      },
    }),
    /^\{"title":"Rehearsal \(scripted\)","ok":false,"kind":"a","list":\[\],"inner":\{"n":0\}\}$/,
  ],
  ['summary', saying('Your task is to create a detailed summary of the conversation so far'), /<summary>/],
  ['small', saying('Is this a new topic?', { model: 'claude-haiku-4-5' }), /scripted/],
  ['search', saying('Perform a web search', { tools: [{ type: 'web_search_20250305' }] }), /scripted/],
])('[REH11] a %s request of the CLI uses no line', async (kind, body, answer) => {
  const rehearsal = await start('  - { times: 1, reply: The line. }')
  const side = await ask(rehearsal, body, { headers: { 'user-agent': 'claude-cli/2.1.197 (external)' } })
  expect(await side.json()).toMatchObject({ content: [{ text: expect.stringMatching(answer) }] })
  const main = await ask(rehearsal, saying('go'))
  expect(await main.json()).toMatchObject({ content: [{ text: 'The line.' }] })
  expect(rehearsal.requests().map((request) => request.kind)).toEqual([kind, 'turn'])
})

test.each([
  ['not JSON', '{', /JSON/],
  ['no messages', { model: 'm', messages: [] }, /messages/],
  ['no model', { messages: [{ role: 'user', content: 'x' }] }, /model/],
])('[REH18] a body with %s is 400 and uses no line', async (_, body, message) => {
  const rehearsal = await start('  - { times: 1, reply: x }')
  const response = await ask(rehearsal, body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error', message: expect.stringMatching(message) },
  })
  expect(rehearsal.requests()).toEqual([])
})

test('[REH18] an unknown path is 404', async () => {
  const rehearsal = await start('  - reply: x')
  const response = await fetch(`${rehearsal.url}/v1/nothing`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { type: 'not_found_error' } })
})

test.each([
  ['announced', { 'content-length': 64 * 1024 * 1024 + 1 }, 0],
  ['sent', { 'transfer-encoding': 'chunked' }, 65],
])('[REH18] a body above 64 MiB that is %s is 413', async (_, headers, mebibytes) => {
  const rehearsal = await start('  - reply: x')
  const status = await new Promise((resolve) => {
    const request = httpRequest(`${rehearsal.url}/v1/messages`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      response.resume()
      request.destroy()
    })
    // The server stops reading and closes; what was still on its way fails.
    request.on('error', () => undefined)
    for (let sent = 0; sent < mebibytes; sent += 1) request.write(Buffer.alloc(1024 * 1024, 32))
    request.flushHeaders()
  })
  expect(status).toBe(413)
})
