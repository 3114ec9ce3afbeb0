/** How long a processor was at some work, in ms. What others do on a busy machine meanwhile is not in it. */
export function workMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
