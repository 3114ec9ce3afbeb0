import { statfsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './test/bundle/order.ts'
import { sourcesFromBundle } from './test/bundle/sources.ts'
import { seedOf } from './test/support/points.ts'

// A process that should end may take a while on a busy machine; the poll ends as soon as it is true.
const poll = { interval: 20, timeout: 15_000 }
// Here each wait is for several processes of others. The limits only end what hangs; none of them is a measure.
const patientPoll = { interval: 50, timeout: 60_000 }

/** These measure how long something takes. */
const measures = ['test/e2e/ten-seconds.test.ts', 'test/faults/run-stops.test.ts']

/** These start processes: git, agents, shells, other starters of the same thing. All others stay in their own process. */
const withProcesses = [
  'src/core/{checks,merges,transport,wiki,worktrees}/**/*.test.ts',
  'src/core/agents/host.test.ts',
  'src/daemon/home.test.ts',
  'src/platform/{git,process}/**/*.test.ts',
  'src/platform/config/writing.test.ts',
  'src/rehearsal/rehearse.test.ts',
  'src/surface/{backends,irc/standalone}/**/*.test.ts',
  'src/teamwork/pipeline/{ux,validation}/**/*.test.ts',
  'src/teamwork/runs/changes.test.ts',
]

/**
 * Unit tests write thousands of small databases, and most of what they wait for is the disk. Where there is much memory
 * their files are there. What must outlive a crash is proved end to end, and those tests stay on the disk.
 */
function filesInMemory(): Record<string, string> {
  const folder = '/dev/shm'
  const enough = 4e9
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > enough ? { TMPDIR: folder } : {}
  } catch {
    // Not every system has such a folder.
    return {}
  }
}

/** Tests beside the code. */
function beside(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    test: {
      testTimeout: 20_000,
      hookTimeout: 20_000,
      expect: { poll },
      env: { ...filesInMemory(), IRIS_FAULTS_SEED: String(seedOf()) },
      setupFiles: ['test/support/property-seed.ts'],
      // Modules keep no state and tests change nothing of their process (ARC6), so files share their worker's modules.
      isolate: false,
      ...test,
    },
  }
}

/** End-to-end tests have the sources as a bundle: docs/decisions/0082-end-to-end-tests-of-bundles.md. */
function endToEnd(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    plugins: [sourcesFromBundle()],
    test: {
      globalSetup: ['test/bundle/setup.ts', 'test/bundle/browser.ts'],
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
      beside({
        name: 'unit',
        include: ['src/**/*.test.ts', 'test/architecture/**/*.test.ts'],
        exclude: withProcesses,
      }),
      // Much of their time is waiting for those processes.
      beside({
        name: 'unit-process',
        include: withProcesses,
        testTimeout: 60_000,
        hookTimeout: 60_000,
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
      }),
      endToEnd({
        name: 'e2e',
        include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'],
        exclude: measures,
        // As beside the code: what a file loads, the next one of its worker has.
        isolate: false,
        // One more than the cores that CI has: much of the time of a test is waiting.
        maxWorkers: 3,
      }),
      // With one worker and apart from each other they run by themselves, after all others.
      endToEnd({
        name: 'e2e-alone',
        include: measures,
        maxWorkers: 1,
        // Whether a page is looked at depends on the other windows of its browser.
        env: { IRIS_TEST_BROWSER: '' },
      }),
    ],
  },
})
