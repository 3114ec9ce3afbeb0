const maxText = 500

/** A refusal that another try would only repeat. */
export class Refused extends Error {}

/** Posts JSON and gives what came back; anything but success is an error that says why. */
export async function post(
  url: string,
  { body, headers, signal }: { body: string; headers?: Record<string, string>; signal: AbortSignal },
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal,
    // Secrets in headers and paths must not follow wherever a server points.
    redirect: 'error',
  })
  const text = await response.text()
  if (response.ok) return text
  const message = `${response.status} ${text.slice(0, maxText)}`.trim()
  const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429
  throw isFinal ? new Refused(message) : new Error(message)
}
