/** A folder of the sources, and its tests in stages: the next is run only when nobody noticed in the one before. */
export interface Area {
  folder: string
  stages: readonly (readonly string[])[]
}

const e2e = (...names: string[]): string[] => names.map((name) => `test/e2e/${name}.test.ts`)

/** Where random mutations are made. */
export const areas: readonly Area[] = [
  {
    folder: 'src/surface/http',
    stages: [
      ['src/surface/http/'],
      e2e('http', 'login', 'rough-clients'),
      e2e('teams-http', 'writing', 'stays'),
    ],
  },
  { folder: 'src/core/tokens', stages: [['src/core/tokens/'], e2e('http', 'login')] },
  { folder: 'src/surface/mcp', stages: [['src/surface/mcp/'], e2e('inbox', 'mcp-claude', 'iris-agent')] },
  {
    folder: 'src/core/sessions',
    stages: [
      ['src/core/sessions/'],
      ['src/teamwork/orchestrator/', 'src/teamwork/runs/', 'src/daemon/forwarding'],
      e2e('teams', 'asks'),
    ],
  },
  {
    folder: 'src/teamwork/orchestrator',
    stages: [
      ['src/teamwork/orchestrator/'],
      ['src/teamwork/runs/', 'src/teamwork/intelligence/'],
      e2e('teams', 'teams-http', 'two-agents'),
    ],
  },
  {
    folder: 'src/core/inbox',
    stages: [
      ['src/core/inbox/', 'src/core/sessions/listening/asking'],
      ['src/surface/mcp/', 'src/teamwork/intelligence/', 'src/core/sessions/'],
      e2e('inbox', 'asks'),
    ],
  },
  { folder: 'src/core/store', stages: [['src/core/store/'], ['src/core/']] },
  {
    folder: 'src/platform/sqlite',
    stages: [['src/platform/sqlite/'], ['src/core/store/', 'src/core/history/']],
  },
]
