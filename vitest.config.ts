import { defineConfig } from 'vitest/config'

// A process that should end may take a while on a busy machine; the poll ends as soon as it is true.
const poll = { interval: 20, timeout: 15_000 }
// Here each wait is for several processes of others. The limits only end what hangs; none of them is a measure.
const patientPoll = { ...poll, timeout: 60_000 }

export default defineConfig({
  test: {
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
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'],
          testTimeout: 180_000,
          expect: { poll: patientPoll },
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
