import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './test/bundle/order.ts'
import { sourcesFromBundle } from './test/bundle/sources.ts'

// A process that should end may take a while on a busy machine; the poll ends as soon as it is true.
const poll = { interval: 20, timeout: 15_000 }
// Here each wait is for several processes of others. The limits only end what hangs; none of them is a measure.
const patientPoll = { ...poll, timeout: 60_000 }

/** These measure how long something takes. */
const measures = ['test/e2e/ten-seconds.test.ts', 'test/faults/run-stops.test.ts']

/** End-to-end tests have the sources as a bundle: docs/decisions/0082-end-to-end-tests-of-bundles.md. */
function endToEnd(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    plugins: [sourcesFromBundle()],
    test: {
      globalSetup: 'test/bundle/setup.ts',
      server: { deps: { external: [/\/artifacts\/test-bundle\//] } },
      testTimeout: 180_000,
      expect: { poll: patientPoll },
      hookTimeout: 180_000,
      ...test,
    },
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/architecture/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          expect: { poll },
          // Modules keep no state and tests change nothing of their process (ARC6), so files share their worker's modules.
          isolate: false,
        },
      },
      endToEnd({
        name: 'e2e',
        include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'],
        exclude: measures,
        // One more than the cores that CI has: much of the time of a test is waiting.
        maxWorkers: 3,
      }),
      // With one worker they run by themselves, after all others.
      endToEnd({ name: 'e2e-alone', include: measures, maxWorkers: 1 }),
    ],
  },
})
