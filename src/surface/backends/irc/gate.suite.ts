import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The only way of Iris to a server. While it is shut Iris is cut off, so that somebody else is surely there before it. */
export interface Gate {
  port: number
  open(): void
  shut(): void
  end(): Promise<void>
}

export async function openGate(to: number): Promise<Gate> {
  const passing = new Set<Socket>()
  let isOpen = true
  const listening = createServer((near) => {
    near.on('error', () => undefined)
    if (isOpen) pass(near)
    else near.destroy()
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    port: address.port,
    open: () => void (isOpen = true),
    shut,
    async end() {
      shut()
      listening.close()
      await once(listening, 'close')
    },
  }

  function pass(near: Socket): void {
    const far = connect({ port: to, host: '127.0.0.1' })
    passing.add(near)
    near.pipe(far).pipe(near)
    far.on('error', () => undefined)
    far.on('close', () => near.destroy())
    near.on('close', () => {
      passing.delete(near)
      far.destroy()
    })
  }

  function shut(): void {
    isOpen = false
    for (const near of passing) near.destroy()
  }
}
