// Unit tests that say which places of the sources each of them reaches.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['src/**/*.test.ts'],
    setupFiles: ['test/mutations/reaching.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
    isolate: false,
  },
})
