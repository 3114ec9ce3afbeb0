const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return loopback.has(host)
}
