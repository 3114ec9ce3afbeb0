import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take far longer than others of their size, which is what vitest goes by when it knows no better. */
const longForTheirSize = [
  'test/faults/daemon-kill.test.ts',
  'test/e2e/transport.test.ts',
  'test/e2e/dashboard-restart.test.ts',
  'test/e2e/dashboard-barriers.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/run-pipeline.test.ts',
  'test/e2e/dashboard-runs.test.ts',
  'test/faults/random-kills.test.ts',
  'src/daemon/home.test.ts',
  'src/core/transport/pipe/life.test.ts',
]

/** Begins with those files, so that no worker is left with a long one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longForTheirSize.some((file) => moduleId.endsWith(file))
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array: the order that vitest would take
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
