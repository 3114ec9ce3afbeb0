import type { Mutation } from './mutation.ts'

/** Rules of the command line and the bridge, whose tests run the programs as they are installed. */
export const programMutations: readonly Mutation[] = [
  // No daemon is started.
  {
    rule: 'BRG3',
    file: 'src/surface/connection/background.ts',
    test: 'test/e2e/mcp-stdio.test.ts',
    find: '  if (running) return running\n  await startInBackground(environment)\n',
    put: '  if (running) return running\n',
    isBuilt: true,
  },
  // The bridge says nothing at all.
  {
    rule: 'BRG3',
    file: 'src/surface/mcp-bridge/bridge.ts',
    test: 'test/e2e/mcp-stdio.test.ts',
    find: 'for await (const data of upstream(message, signal)) await downstream.write(data)',
    put: 'for await (const _ of upstream(message, signal));',
    isBuilt: true,
  },
  // A key that was pressed twice stays chosen.
  {
    rule: 'INB31',
    file: 'src/surface/cli/walk.ts',
    test: 'test/e2e/terminal-talk.test.ts',
    find: 'if (!chosen.delete(key)) chosen.add(key)',
    put: 'chosen.add(key)',
    isBuilt: true,
  },
]
