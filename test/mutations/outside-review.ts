import type { Mutation } from './mutation.ts'

/** What tests once let through, as an outside review showed, beside what the other lists have of it. */
export const reviewMutations: readonly Mutation[] = [
  // The file is touched before it is looked at.
  {
    rule: 'LOG17',
    file: 'src/platform/sqlite/open.ts',
    test: 'src/core/store/migrations.test.ts',
    find: '      options.check?.(sql)',
    put: '      closeToOthers(path)\n      options.check?.(sql)',
  },
  {
    rule: 'LOG17',
    file: 'src/platform/sqlite/open.ts',
    test: 'src/core/store/migrations.test.ts',
    find: '      options.check?.(sql)',
    put: '      driver.exec(writerSettings)\n      options.check?.(sql)',
  },
  // A process is known by its pid alone.
  {
    rule: 'PRC7',
    file: 'src/platform/process/identity.ts',
    test: 'src/platform/process/process.test.ts',
    find: 'processIdentity(pidOf(identity)) === identity',
    put: 'processIdentity(pidOf(identity)) !== undefined',
  },
  {
    rule: 'PRC7',
    file: 'src/platform/process/tree.ts',
    test: 'src/platform/process/process.test.ts',
    find: 'if (alive.has(pid) && alive.get(pid) !== identity) seen.delete(pid)',
    put: '',
  },
  // The far end of a tunnel is refused, so an agent there has no tools.
  {
    rule: 'TRA17',
    file: 'src/surface/http/guard.ts',
    test: 'test/e2e/remote.test.ts',
    find: '!isLocal && !isLoopback(host) &&',
    put: '!isLocal &&',
  },
  {
    rule: 'TRA17',
    file: 'src/core/transport/remote.ts',
    test: 'src/core/transport/remote.test.ts',
    find: 'far.set(here, there)',
    put: '',
  },
]
