import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { calls, IrisError, paths, type CallName, type CallParsed } from '../../contract/index.ts'
import { bodyText } from './body.ts'

type Received = Context<{ Bindings: HttpBindings }>

/** Gathers path parameters, query and JSON body of a known caller into one object and checks it against the call's schema. */
export async function inputOf<N extends CallName>(context: Received, name: N): Promise<CallParsed<N>> {
  const sent = paths[name].method === 'GET' ? queryOf(context) : await bodyOf(context)
  const checked = calls[name].input.safeParse({ ...sent, ...context.req.param() })
  if (!checked.success) {
    const fields = checked.error.issues.map((issue) => ({
      field: issue.path.join('.'),
      problem: issue.message,
    }))
    const first = fields.map(({ field, problem }) => (field ? `${field}: ${problem}` : problem)).join('; ')
    throw new IrisError('INPUT_INVALID', `The input is not right: ${first}.`, { details: { fields } })
  }
  // Parsed by the schema of this very call.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return checked.data as CallParsed<N>
}

function queryOf(context: Received): Record<string, string> {
  return context.req.query()
}

async function bodyOf(context: Received): Promise<object> {
  const text = await bodyText(context)
  if (text.trim() === '') return {}
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new IrisError('INPUT_INVALID', 'The body must be a JSON object.')
  }
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new IrisError('INPUT_INVALID', 'The body is not valid JSON.', { cause: error })
  }
}
