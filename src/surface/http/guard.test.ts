import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'

const guard = createGuard({
  address: () => '127.0.0.1:7777',
  allowedHosts: ['Iris.Example:80'],
  allowedOrigins: ['https://Iris.Example'],
})

test('[HTTP3] [HTTP4] capitals make no difference, neither in the config nor in the request', () => {
  for (const host of ['iris.example:80', 'IRIS.example:80', '127.0.0.1:7777']) {
    for (const origin of ['https://iris.example', 'HTTPS://IRIS.EXAMPLE', `http://${host}`, undefined])
      expect(() => guard.check({ host, origin, isLocal: false })).not.toThrow()
  }
  const foreign = { host: 'iris.example:80', origin: 'https://iris.example.evil', isLocal: false }
  expect(() => guard.check(foreign)).toThrow(expect.objectContaining({ code: 'ORIGIN_REFUSED' }))
})

test('[HTTP3] [HTTP4] no name leads to the local socket, so there Host says nothing; a page is refused there too', () => {
  const local = { host: 'anything', origin: undefined, isLocal: true }
  expect(() => guard.check(local)).not.toThrow()
  expect(() => guard.check({ ...local, isLocal: false })).toThrow(
    expect.objectContaining({ code: 'HOST_REFUSED' }),
  )
  expect(() => guard.check({ ...local, origin: 'https://evil.example' })).toThrow(
    expect.objectContaining({ code: 'ORIGIN_REFUSED' }),
  )
})

test('[HTTP3] [HTTP4] a refusal shows what was sent, of much of it the beginning, and says when there was nothing', () => {
  const refusal = (host: string | undefined, origin?: string) => () =>
    guard.check({ host, origin, isLocal: false })
  const long = 'h'.repeat(81)
  expect(refusal('evil.example')).toThrow('"evil.example"')
  expect(refusal(long)).toThrow(`"${'h'.repeat(80)}"`)
  expect(refusal(undefined)).toThrow('(none)')
  expect(refusal('127.0.0.1:7777', 'http://evil.example')).toThrow('"http://evil.example"')
})
