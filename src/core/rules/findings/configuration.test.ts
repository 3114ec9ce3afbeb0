import { expect, test } from 'vitest'
import { findInChange } from './change.ts'
import { testsRun } from './runner-output.ts'

const edit = (path: string, before: string, after: string): string[] =>
  findInChange([{ path, before, after }]).map(({ kind }) => kind)

const config: readonly (readonly [string, string, string, boolean])[] = [
  [
    'package.json',
    '{"scripts":{"test":"jest","build":"tsc"}}',
    '{"scripts":{"test":"true","build":"tsc"}}',
    true,
  ],
  [
    'package.json',
    '{"scripts":{"test":"npm run unit","unit":"jest"}}',
    '{"scripts":{"test":"npm run unit","unit":"jest --passWithNoTests"}}',
    true,
  ],
  [
    'package.json',
    '{"scripts":{"test":"jest"}}',
    '{"scripts":{"test":"jest","pretest":"rm -rf test"}}',
    true,
  ],
  [
    'package.json',
    '{"scripts":{"test":"jest"},"jest":{"coverageThreshold":{"global":{"lines":90}}}}',
    '{"scripts":{"test":"jest"},"jest":{"coverageThreshold":{"global":{"lines":10}}}}',
    true,
  ],
  [
    'package.json',
    '{"scripts":{"test":"jest","build":"tsc"}}',
    '{\n  "version": "2",\n  "scripts": { "build": "tsc -b", "docs": "x", "test": "jest" }\n}',
    false,
  ],
  ['package.json', '{"dependencies":{"a":"1"}}', '{"dependencies":{"a":"2"}}', false],
  ['tsconfig.json', '{"compilerOptions":{"strict":true}}', '{"compilerOptions":{"strict":false}}', true],
  [
    'tsconfig.json',
    '{"compilerOptions":{"strict":true}}',
    '{ // all of it\n "compilerOptions": {"strict": true, "skipLibCheck": true,}, }',
    false,
  ],
  ['tsconfig.json', '{"compilerOptions":{}}', '{"compilerOptions":{"strict":true}}', true],
  ['tsconfig.build.json', '{"exclude":["dist"]}', '{"exclude":["dist","src/hard"]}', true],
  [
    'vitest.config.ts',
    `export default { test: { retry: 0 } }`,
    `export default { test: { retry: 5 } }`,
    true,
  ],
  [
    'vitest.config.ts',
    `export default { test: { retry: 0 } }`,
    `// as before\nexport default {\n  test: { retry: 0 },\n};\n`,
    false,
  ],
  ['vitest.config.ts', `export default { a: 'x y' }`, `export default { a: 'xy' }`, true],
  [
    'vite.config.ts',
    `export default { base: '/', test: { globals: true } }`,
    `export default { base: '/app', test: { globals: true } }`,
    false,
  ],
  [
    'vite.config.ts',
    `export default { base: '/', test: { globals: true } }`,
    `export default { base: '/', test: { exclude: ['a'] } }`,
    true,
  ],
  [
    'pyproject.toml',
    '[project]\nversion = "1"\n[tool.pytest.ini_options]\naddopts = "-ra"\n',
    '[project]\nversion = "2"\n[tool.pytest.ini_options]\naddopts = "-ra --ignore=tests/hard"\n',
    true,
  ],
  [
    'pyproject.toml',
    '[project]\nversion = "1"\n[tool.pytest.ini_options]\naddopts = "-ra"\n',
    '[project]\nversion = "2"\n\n[tool.pytest.ini_options]\n# as before\naddopts="-ra"\n',
    false,
  ],
  [
    'tests/conftest.py',
    'import pytest\n',
    'import pytest\n\ndef pytest_collection_modifyitems(items):\n    items.clear()\n',
    true,
  ],
  [
    'tests/conftest.py',
    'import pytest\n',
    'import pytest\n\n@pytest.fixture\ndef shop():\n    return 1\n',
    false,
  ],
  [
    'Cargo.toml',
    '[package]\nversion = "1"\n[lib]\n',
    '[package]\nversion = "2"\n[lib]\ntest = false\n',
    true,
  ],
  ['Cargo.toml', '[package]\nversion = "1"\n', '[package]\nversion = "2"\n', false],
  [
    'pom.xml',
    '<plugin><artifactId>maven-surefire-plugin</artifactId><version>1</version></plugin>',
    '<plugin><artifactId>maven-surefire-plugin</artifactId><version>2</version><configuration><excludes>a</excludes></configuration></plugin>',
    true,
  ],
  [
    'pom.xml',
    '<plugin><artifactId>maven-surefire-plugin</artifactId><version>1</version></plugin>',
    '<plugin>\n<artifactId>maven-surefire-plugin</artifactId>\n<version>2</version></plugin><plugin><artifactId>x</artifactId></plugin>',
    false,
  ],
  [
    'build.gradle',
    'test {\n  useJUnitPlatform()\n}\n',
    'test {\n  useJUnitPlatform()\n  ignoreFailures = true\n}\n',
    true,
  ],
  [
    'build.gradle.kts',
    'version = "1"\ntasks.test {\n  useJUnitPlatform()\n}\n',
    'version = "2"\ntasks.test { useJUnitPlatform() }\n',
    false,
  ],
  [
    'Makefile',
    'test:\n\tgo test ./...\nbuild:\n\tgo build\n',
    'test:\n\t-go test ./...\nbuild:\n\tgo build\n',
    true,
  ],
  [
    'Makefile',
    'test:\n\tgo test ./...\nbuild:\n\tgo build\n',
    'test:\n\tgo test ./...\nbuild:\n\tgo build -v\n',
    false,
  ],
  [
    '.github/workflows/ci.yml',
    'steps:\n  - uses: actions/checkout@v4\n  - run: npm test\n',
    'steps:\n  - uses: actions/checkout@v5\n  - run: npm test || true\n',
    true,
  ],
  [
    '.github/workflows/ci.yml',
    'steps:\n  - uses: actions/checkout@v4\n',
    '# ci\nsteps:\n  - uses: actions/checkout@v5\n',
    false,
  ],
  ['docs/jest.md', 'a', 'b', false],
]

test.each(config)('[CHK27] %s from %s to %s', (...[path, before, after, isFound]) => {
  // More strictness is no finding, but the same way back is.
  const expected = path === 'tsconfig.json' && before.includes('{}') ? [] : isFound ? ['check_changed'] : []
  expect(edit(path, before, after)).toEqual(expected)
})

test.each([
  ['No tests found, exiting with code 0', 0],
  ['Test Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\n', 3],
  ['Tests:       2 skipped, 2 total', 0],
  [' Test Files  1 passed (1)\n      Tests  4 passed (4)\n', 4],
  [' Test Files  1 skipped (1)\n      Tests  2 skipped (2)\n', 0],
  ['============ no tests ran in 0.01s ============', 0],
  ['======== 3 passed, 1 skipped in 0.12s ========', 3],
  ['3 passed in 0.12s', 3],
  ['======== 2 deselected in 0.12s ========', 0],
  ['Ran 0 tests in 0.000s\n\nOK', 0],
  ['running 0 tests\n\ntest result: ok. 0 passed', 0],
  ['running 0 tests\nrunning 12 tests\n', 12],
  ['ok  \texample.com/a\t0.2s', 1],
  ['?   \texample.com/a\t[no test files]', 0],
  ['ok  \texample.com/a\t0.2s [no tests to run]', 0],
  ['Tests run: 0, Failures: 0, Errors: 0, Skipped: 0', 0],
  ['Tests run: 5, Failures: 0, Errors: 0, Skipped: 0', 5],
  ['# tests 0\n# suites 0\n# pass 0\n# fail 0', 0],
  ['  12 passing (3s)', 12],
  ['> Task :test NO-SOURCE', 0],
  ['built in 3 s', undefined],
  ['We found no tests that matter', undefined],
])('[CHK23] of %j a runner ran %s', (output, count) => {
  expect(testsRun(output)).toBe(count)
})
