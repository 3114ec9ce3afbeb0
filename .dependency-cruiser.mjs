// The import table of DESIGN §4: a folder may import what stands above it, through that folder's index.ts.
const order = [
  'contract',
  'client',
  'platform/lib',
  'platform/clock',
  'platform/projects',
  'platform/process',
  'platform/socket',
  'platform/config',
  'platform/log',
  'platform/sqlite',
  'platform/git',
  'core/rules',
  'core/store',
  'core/features',
  'core/tokens',
  'core/transport',
  'core/pool',
  'core/usage',
  'core/inbox',
  'core/sessions',
  'core/history',
  'core/channels',
  'core/wiki',
  'core/tasks',
  'core/knowledge',
  'teamwork/orchestrator',
  'teamwork/runs',
  'teamwork/notifications',
  'teamwork/supervisor',
  'teamwork/pipeline',
  'teamwork/intelligence',
  'surface/http',
  'surface/mcp',
  'surface/views',
  'surface/connection',
  'surface/mcp-bridge',
  'surface/monitor',
  'surface/cli',
  'surface/dashboard',
  'daemon',
  'rehearsal',
]

const upward = order.map((folder, place) => ({
  name: `no-upward-import-from-${folder.replace('/', '-')}`,
  comment: `${folder} may only import from folders above it in the table of .dependency-cruiser.mjs`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(${order.slice(place + 1).join('|')}|index\\.ts)(/|$)` },
}))

const privateFiles = order.map((folder) => ({
  name: `use-the-door-of-${folder.replace('/', '-')}`,
  comment: `other folders enter ${folder} through its index.ts`,
  severity: 'error',
  from: { pathNot: [`^src/${folder}/`, '^test/', '^bench/', '^scripts/'] },
  to: { path: `^src/${folder}/`, pathNot: `^src/${folder}/((index|plain)\\.ts|.*\\.suite\\.ts)$` },
}))

// One user per driver.
const drivers = [
  ['better-sqlite3', '^src/platform/sqlite/', '(^|/)better-sqlite3/|^better-sqlite3$'],
  ['child-process', '^src/platform/process/', '^(node:)?child_process$'],
  ['nodemailer', '^src/teamwork/notifications/', '(^|/)nodemailer/|^nodemailer$'],
  ['pino', '^src/platform/log/', '(^|/)pino/|^pino$'],
  ['yaml', '^src/(platform/config|core/tasks/formats|rehearsal)/', '(^|/)yaml/|^yaml$'],
  ['ink', '^src/surface/monitor/', '(^|/)ink/|^ink$'],
  ['react', '^src/surface/(monitor|dashboard)/', '(^|/)react/|^react$'],
].map(([name, home, target]) => ({
  name: `one-home-for-${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: [home, '\\.test\\.ts$', '\\.suite\\.ts$'] },
  to: { path: target },
}))

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'screens-use-the-client',
      comment:
        'surface/cli, surface/monitor and surface/dashboard reach the daemon through client only; mcp-bridge talks HTTP too. The rules are pure functions, which iris rules try needs without a daemon (ADR 90); so is the reading of task files (ADR 92)',
      severity: 'error',
      from: { path: '^src/surface/(cli|monitor|dashboard)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/(core|teamwork|daemon|rehearsal|surface/(http|mcp))/',
        pathNot: ['^src/core/rules/', '^src/core/tasks/plain\\.ts$'],
      },
    },
    {
      name: 'contract-is-portable',
      comment: 'contract and client run in a browser: no Node modules',
      severity: 'error',
      from: { path: '^src/(contract|client)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-unknown-folder',
      severity: 'error',
      from: { path: '^src/', pathNot: [`^src/(${order.join('|')})/`, '^src/index\\.ts$'] },
      to: {},
    },
    ...upward,
    ...privateFiles,
    ...drivers,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
}
