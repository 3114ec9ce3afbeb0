// Works on one task, over and over, until it is killed: registers, takes its lease, commits, gives the lease up. It tells
// of every commit when it was sent and whether it was let through. Plain HTTP, so that eight of them start quickly.

/** What a worker is started with. */
export interface LeaseWork {
  task: string
  secret: string
  /** Whether Iris can see its process. */
  isSeen: boolean
  seed: number
}

/** A commit that was tried. */
export interface TriedCommit {
  task: string
  fence: number
  sentAt: number
  isAllowed: boolean
  /** Whether it had given that lease up before, and knew it. */
  isGivenUp: boolean
}

const { task, secret, isSeen, seed }: LeaseWork = JSON.parse(process.argv[2] ?? '{}')
let url = process.argv[3] ?? ''
let state = seed + 1
const random = (below: number): number => {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

process.on('message', (message: { url: string }) => (url = message.url))
process.on('disconnect', () => process.exit(0))
for (;;) {
  // Refused, or the daemon is away for a moment; the next round begins by registering.
  await workOnce().catch(() => pause(10))
}

async function workOnce(): Promise<void> {
  await call(['POST', 'worker'], isSeen ? { pid: process.pid } : {})
  for (let round = 0; round < 20; round += 1) {
    const { fence } = await call(['POST', ''], { waitMs: 500 })
    if (typeof fence !== 'number') continue
    for (let commit = 0; commit <= random(3); commit += 1) {
      await pause(random(5))
      await tryCommit(fence, false)
    }
    if (random(4) === 0) continue
    await call(['DELETE', ''], {})
    if (random(3) === 0) await tryCommit(fence, true)
  }
}

async function tryCommit(fence: number, isGivenUp: boolean): Promise<void> {
  const sentAt = Date.now()
  const { error } = await call(['POST', 'checkpoint'], { fence }, 'LEASE_STALE')
  const tried: TriedCommit = { task, fence, sentAt, isAllowed: error === undefined, isGivenUp }
  process.send?.(tried)
}

async function call(
  [method, what]: readonly [method: string, what: string],
  body: object,
  expected?: string,
): Promise<{ fence?: number | null; error?: { code: string } }> {
  const response = await fetch(`${url}/api/leases/${task}${what ? `/${what}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { fence?: number | null; error?: { code: string } }
  if (answer.error && answer.error.code !== expected) throw new Error(answer.error.code)
  return answer
}
