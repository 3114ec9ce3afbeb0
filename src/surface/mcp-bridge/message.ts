/** A JSON-RPC message as far as a forwarder needs to know it. */
export type Message = Readonly<Record<string, unknown>>
export type RequestId = string | number

/** The messages in a line; a batch is taken apart. Undefined when it is not JSON-RPC. */
export function parseLine(line: string): Message[] | undefined {
  try {
    const found = [JSON.parse(line)].flat()
    return found.every(isMessage) ? found : undefined
  } catch {
    return undefined
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value
}

/** The id of a message that wants an answer. */
export function requestId({ id, method }: Message): RequestId | undefined {
  return typeof method === 'string' ? idOf(id) : undefined
}

/** The id of the request that this message answers. */
export function answeredId({ id, result, error }: Message): RequestId | undefined {
  return result === undefined && error === undefined ? undefined : idOf(id)
}

/** The id of the request the client no longer waits for. */
export function cancelledId({ method, params }: Message): RequestId | undefined {
  return method === 'notifications/cancelled' ? idOf(field(params, 'requestId')) : undefined
}

/** The revision both sides agreed on, in the answer to `initialize`. */
export function agreedVersion({ result }: Message): string | undefined {
  const version = field(result, 'protocolVersion')
  return typeof version === 'string' ? version : undefined
}

/** Headers that newer revisions want to find beside the body. */
export function headersOf({ method, params }: Message): Record<string, string> {
  const version = field(field(params, '_meta'), 'io.modelcontextprotocol/protocolVersion')
  if (typeof version !== 'string') return {}
  const name = field(params, 'name') ?? field(params, 'uri')
  return {
    'mcp-protocol-version': version,
    'mcp-method': String(method),
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

function idOf(id: unknown): RequestId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
