// Tests that are run once for each change they come to: switching.ts.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { sourcesFromBundle } from '../bundle/sources.ts'

const isEndToEnd = process.env['IRIS_SWITCHING_E2E'] === '1'

export default defineConfig({
  plugins: isEndToEnd ? [sourcesFromBundle()] : [],
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: isEndToEnd ? ['test/e2e/**/*.test.ts'] : ['src/**/*.test.ts'],
    ...(isEndToEnd && {
      globalSetup: 'test/bundle/setup.ts',
      server: { deps: { external: [/\/artifacts\/test-bundle\//] } },
    }),
    runner: 'test/mutations/switching.ts',
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    // A test that takes longer as it is is not used, so these end what waits in vain.
    testTimeout: 5000,
    hookTimeout: 20_000,
    expect: { poll: { interval: 20, timeout: 3000 } },
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: ['dot'],
  },
})
