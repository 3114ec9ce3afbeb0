import { expect, test } from 'vitest'
import { parseMessage } from '../../irc/index.ts'
import { createProofs, Uncertain } from './proofs.ts'

function openProofs(token: string, target: string) {
  const proofs = createProofs()
  const proof = proofs.expect(token, { target, text: 'hello' })
  const take = (...lines: string[]): void => {
    for (const line of lines) {
      const message = parseMessage(line)
      if (message) proofs.take(message)
    }
  }
  return { proofs, proof, take }
}

test('[BRD5] the answer to a PING proves what stood before it, whatever else the server says meanwhile', async () => {
  const { proof, take } = openProofs('t1', '#Plans')
  take(
    ':s 405 iris #other :Too many channels',
    ':s PONG s :t0',
    ':s FAIL CHATHISTORY INVALID_TARGET #else :no',
  )
  take(':s PONG s :t1')
  expect(await proof).toEqual({ isProved: true })
})

test('[BRD9] an error about the same target before the answer means that it was refused', async () => {
  const { proof, take } = openProofs('t1', '#Plans')
  take(':s 404 iris #plans :Cannot send to channel', ':s PONG s :t1')
  expect(await proof).toEqual({ isProved: false, reason: '404 Cannot send to channel' })
})

test('[BRD5] a label is the answer, whether the server acknowledges or refuses', async () => {
  const good = openProofs('t1', '#plans')
  good.take('@label=t1 :s ACK')
  expect(await good.proof).toEqual({ isProved: true })
  const bad = openProofs('t2', '#plans')
  bad.take('@label=t2 FAIL BATCH MULTILINE_MAX_BYTES 4096 :too long')
  expect(await bad.proof).toEqual({ isProved: false, reason: 'FAIL too long' })
})

test('[BRD6] without an answer nothing is known', async () => {
  const { proofs, proof } = openProofs('t1', '#plans')
  proofs.lose('The server closed the connection.')
  await expect(proof).rejects.toThrow(Uncertain)
})

test('[BRD5] that the connection of Iris heard it is an answer too, and only the same words in the same channel are it', async () => {
  const { proofs, proof } = openProofs('t1', '#Plans')
  proofs.heard({ target: '#plans', text: 'hello there' })
  proofs.heard({ target: '#others', text: 'hello' })
  proofs.heard({ target: '#plans', text: 'hello' })
  expect(await proof).toEqual({ isProved: true })
})
