import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'

const guard = createGuard({
  addresses: () => ['127.0.0.1:7777'],
  allowedHosts: ['Iris.Example:80'],
  allowedOrigins: ['https://Iris.Example'],
})

test('[HTTP3] [HTTP4] capitals make no difference, neither in the config nor in the request', () => {
  for (const host of ['iris.example:80', 'IRIS.example:80', '127.0.0.1:7777']) {
    for (const origin of ['https://iris.example', 'HTTPS://IRIS.EXAMPLE', 'http://127.0.0.1:7777', undefined])
      expect(() => guard.check({ host, origin })).not.toThrow()
  }
  const foreign = { host: 'iris.example:80', origin: 'https://iris.example.evil' }
  expect(() => guard.check(foreign)).toThrow(expect.objectContaining({ code: 'ORIGIN_REFUSED' }))
})
