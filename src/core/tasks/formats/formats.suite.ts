import { importTaskFile, reportOf, type Diagnostic, type TaskFile } from './index.ts'

/** Small files with the faults that real ones have, one for each format. */
export const samples = {
  specKit: `---
description: "Tasks"
---
# Tasks: shop

## Format: \`[ID] [P?] [Story] Description\`
- [P] tasks = different files, no dependencies
- **[P]**: can run in parallel

## Phase 1: Setup
- [x] T001 Create the layout in src/index.ts
- [X] T002 [P] Configure linting in .eslintrc.json
<!--
- [ ] T900 A sample in a comment in src/no.ts
-->

## Phase 2: Stories
### Tests
- [ ] T003 [P] [US1] Contract test in tests/contract/cart.test.ts
- [ ] T004 [P] [US1] Second case in tests/contract/cart.test.ts
- [ ] T005 [US1] Create the cart in \`src/cart.ts\`
- [ ] T006 [US2] Price rules in src/price.ts (depends on T003–T005)
- [ ] Write the changelog
- [ ] T005 Once more in src/other.ts

**Checkpoint**: carts work

\`\`\`bash
- [ ] T901 not a task in src/no.ts
\`\`\`

## Phase 3: Polish
- [ ] T007 [P] Measure everything
`,
  kiro: `# Implementation Plan

- [x] 1. 基盤の実装
  - [x] 1.1 スキーマを \`src/schema.ts\` に定義
    - _Requirements: 1.1, 1.2_
  - [-] 1.2 移行を書く
  - [ ]* 1.3 任意のテスト
- [ ] 2. 画面
  - [ ] 2.1 一覧を作る
  - [ ]\\* 2.2 Write unit tests
- [ ] 3. Checkpoint - すべてのテスト
- [ ] 4. 公開
`,
  kiroDeclared: `# 実装計画

- [ ] 2. 準備
  - [x] 2.1 設定
  - [ ] 2.2 鍵
- [ ] 6. 画面
  - [ ] 6.1 一覧
  - _Dependencies: 7.1-7.2_
- [ ] 7. サービス
  - [ ] 7.1 取得
  - [ ] 7.2 保存
    - _Requirements: 3.1_ | _Dependencies: 2_
- [ ] 8. まとめ
  - _Dependencies: 2〜7_
`,
  openspec: `## 1. Data
- [x] 1.1 Add the table
- [X] 1.2 Fill it
- [-] 1.3 Check it
  - [ ] 1.3.1 Twice

## 2. Pages
- [ ] 2.1 List
- [ ] Show one
`,
  taskMaster: JSON.stringify(
    {
      master: {
        tasks: [
          { id: 1, title: 'Base', status: 'done', dependencies: [], priority: 'high', testStrategy: 'look' },
          {
            id: 5,
            title: 'Shop',
            description: 'All of it',
            status: 'in-progress',
            dependencies: [1],
            subtasks: [
              { id: 1, title: 'Rows', status: 'completed', dependencies: [] },
              { id: 2, title: 'Pages', status: 'pending', dependencies: [1, '5.1'] },
              { id: 3, title: 'Words', status: 'review', dependencies: ['5.2'] },
            ],
          },
          {
            id: 6,
            title: 'Ship',
            status: 'pending',
            dependencies: ['5.2', 9],
            relevantFiles: [{ path: 'a.ts', action: 'create' }],
          },
        ],
        metadata: { created: 'once' },
      },
      later: {
        tasks: [
          { id: '1', title: 'Other', status: 'someday', dependencies: [] },
          { id: '7', title: 'New', status: 'deferred', dependencies: ['1'] },
        ],
      },
    },
    undefined,
    2,
  ),
  beads: [
    { id: 'shop-1', title: 'Epic', status: 'open', priority: 1, issue_type: 'epic' },
    {
      id: 'shop-a',
      title: 'Rows',
      status: 'closed',
      dependencies: [{ issue_id: 'shop-a', depends_on_id: 'shop-1', type: 'parent-child' }],
    },
    {
      id: 'shop-b',
      title: 'Pages',
      status: 'open',
      dependencies: [
        { issue_id: 'shop-b', depends_on_id: 'shop-a', type: 'blocks' },
        { issue_id: 'shop-b', depends_on_id: 'shop-1', type: 'parent-child' },
        { issue_id: 'shop-b', depends_on_id: 'shop-9', type: 'discovered-from' },
      ],
    },
    {
      id: 'shop-c',
      title: 'Mend',
      status: 'open',
      dependencies: [{ issue_id: 'shop-c', depends_on_id: 'shop-b', type: 'conditional-blocks' }],
    },
    {
      id: 'shop-d',
      title: 'Wait',
      status: 'hooked',
      dependencies: [{ issue_id: 'shop-d', depends_on_id: 'shop-b', type: 'waits-for' }],
    },
  ]
    .map((issue) => JSON.stringify(issue))
    .toSpliced(2, 0, '<<<<<<< HEAD')
    .join('\n'),
  ralph: JSON.stringify(
    {
      project: 'Shop',
      userStories: [
        { id: 'US-003', title: 'Third', priority: 3, passes: false, acceptanceCriteria: ['it works'] },
        { id: 'US-001', title: 'First', priority: 1, passes: true },
        { id: 'US-002', title: 'Second', priority: 2, passes: false, notes: '' },
        { title: 'Second too', priority: 2, passes: false },
      ],
    },
    undefined,
    2,
  ),
  seed: `---
id: shop
total_tasks: 4
---
# Build tasks

- [x] \`build/spec.md\`

## Phase 1: Database

### Task 1

\`\`\`yaml
id: T-001
phase: database
action: CREATE
file: "db/001.sql"
status: complete
requirements:
  - "A table"
gotchas:
  - "Dates are TEXT"
validation:
  command: "sqlite3 :memory: < db/001.sql && echo OK"
  expected: "OK"
depends_on: []
\`\`\`

### T-002: Types of the shop

\`\`\`yaml
id: T-002
phase: implementation
action: VERIFY
file: types.ts
status: pending
validation:
  command: npx tsc --noEmit
  expected: exit code 0
depends_on: [T-001]
\`\`\`

### Task 3

\`\`\`yaml
id: T-003
phase: api
file: "a: b": c
\`\`\`

### Task 4

\`\`\`yaml
id: T-004
phase: tests
action: UPDATE
file: rules.ts
status: pending
validation:
  command: node count.js
  expected: ">= 40 tasks"
depends_on: [T-02, T-003]
\`\`\`
`,
}

export const read = (text: string, path = 'tasks.md'): TaskFile => importTaskFile({ text, path })

/** Each diagnostic as its code, task and line. */
export const told = ({ diagnostics }: { diagnostics: Diagnostic[] }): string[] =>
  diagnostics.map(({ code, task, line }) => [code, task, line].filter((word) => word !== undefined).join(' '))

/** What each task waits for. */
export const waits = ({ tasks }: TaskFile): Record<string, string[]> =>
  Object.fromEntries(
    tasks.map(({ id, edges }) => [id, edges.filter(({ type }) => type === 'blocks').map(({ to }) => to)]),
  )

export const statuses = ({ tasks }: TaskFile): Record<string, string> =>
  Object.fromEntries(tasks.map(({ id, status }) => [id, status]))

export const report = (text: string): Record<string, unknown> => reportOf(read(text))
