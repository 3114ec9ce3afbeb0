import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { errorCatalogue, exitCodes } from '../../src/contract/index.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

test('[ARC1] every error code is explained in docs/errors.md, and nothing else is', () => {
  const explained = [...read('docs/errors.md').matchAll(/^## ([A-Z_]+)$/gm)].map(([, code = '']) => code)
  expect(explained.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted())
})

test('[ARC1] every exit code is in the table of docs/errors.md', () => {
  const listed = [...read('docs/errors.md').matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code))
  expect(listed).toEqual(Object.values(exitCodes))
})

test('[ARC2] the import rules are checked over every source file', async () => {
  const { output } = await cruise(['src'], {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    outputType: 'json',
  })
  const { modules } = JSON.parse(output as string) as {
    modules: { source: string; dependencies: unknown[] }[]
  }
  const seen = modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).map(({ source }) => source)
  expect(seen.toSorted()).toEqual([...filesIn('src', '.ts'), ...filesIn('src', '.tsx')].toSorted())
  expect(modules.flatMap(({ dependencies }) => dependencies).length).toBeGreaterThan(300)
  // It reads every source; the limit only ends what hangs.
}, 120_000)

test('[ARC2] the import rules refuse an import against the table', async () => {
  const { default: rules } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
    default: { forbidden: { name: string; from: { path?: string }; to: { path?: string } }[] }
  }
  const rule = rules.forbidden.find(({ name }) => name === 'no-upward-import-from-core-store')
  expect('src/core/store/log.ts').toMatch(new RegExp(rule?.from.path ?? '$^'))
  expect('src/daemon/index.ts').toMatch(new RegExp(rule?.to.path ?? '$^'))
  expect('src/platform/clock/index.ts').not.toMatch(new RegExp(rule?.to.path ?? '.'))
})

test('[ARC3] every path that ARCHITECTURE.md, README.md and CONTRIBUTING.md name exists', () => {
  for (const page of ['ARCHITECTURE.md', 'README.md', 'CONTRIBUTING.md']) {
    const named = [
      ...read(page).matchAll(
        /`((?:src|docs|test|bench|playbooks|scripts)\/[\w./-]*[\w/])`|\]\(((?!http)[^)#]+)/g,
      ),
    ]
    for (const [, path, link] of named)
      expect([page, path ?? link, existsSync(join(root, path ?? link ?? ''))]).toEqual([
        page,
        path ?? link,
        true,
      ])
  }
})

test('[ARC3] ARCHITECTURE.md names each folder of the import order once, in that order', () => {
  const order = read('.dependency-cruiser.mjs').split('const order = [')[1]!.split(']')[0]!
  const folders = [...order.matchAll(/'([\w/-]+)'/g)].map(([, folder = '']) => `src/${folder}`)
  const table = [...read('ARCHITECTURE.md').matchAll(/^\| `(src\/[^`]+)`/gm)].map(([, folder]) => folder)
  expect(table).toEqual(folders.filter((folder) => existsSync(join(root, folder))))
})

test('[ARC3] CONTEXT.md says each word once, and no changelog line twice', () => {
  const words = [...read('CONTEXT.md').matchAll(/^\*\*([^*]+)\*\*/gm)].map(([, word]) => word)
  const news = read('CHANGELOG.md')
    .split('\n')
    .filter((line) => line.startsWith('- '))
  for (const said of [words, news]) {
    expect(said.length).toBeGreaterThan(50)
    expect(said.filter((one, place) => said.indexOf(one) !== place)).toEqual([])
  }
})

test('[TRA13] README.md names the pinned Claude Code among the versions that are tested', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const pinned = optionalDependencies['@anthropic-ai/claude-code']
  expect(read('README.md')).toContain(`Tested with Claude Code ${pinned} on Node 20`)
})

test('[ARC4] every rule in docs/spec has a number of its own, is cited by a test, and every cited rule exists', () => {
  const rules = filesIn('docs/spec', '.md').flatMap((page) =>
    [...read(page).matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(([, rule]) => rule),
  )
  const tests = [...filesIn('src', '.test.ts'), ...filesIn('src', '.suite.ts'), ...filesIn('test', '.ts')]
  const cited = new Set(
    tests.flatMap((file) => [...read(file).matchAll(/\[([A-Z]{3,4}\d+)\]/g)].map(([, rule]) => rule)),
  )
  const architecture = Array.from({ length: 15 }, (_, index) => `ARC${index + 1}`)
  expect(rules.filter((rule, place) => rules.indexOf(rule) !== place)).toEqual([])
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([])
  expect([...cited].filter((rule) => ![...rules, ...architecture].includes(rule))).toEqual([])
})

test('[ARC4] a decision has a number of its own, by which its page is called', () => {
  const pages = filesIn('docs/decisions', '.md')
  const numbers = pages.map((page) => Number(/(\d{4})-[^/]*$/.exec(page)?.[1]))
  expect(new Set(numbers).size).toBe(pages.length)
  expect(pages.map((page) => Number(/^# (\d+)\. /.exec(read(page))?.[1]))).toEqual(numbers)
})

test('[ARC5] nothing names a folder of this machine or a download address', () => {
  const files = [
    ...filesIn('src', '.ts'),
    ...filesIn('src', '.tsx'),
    ...filesIn('test', '.ts'),
    ...filesIn('docs', '.md'),
    'package-lock.json',
    'README.md',
  ]
  const foreign = [`${root}/`, '"resolved":', ...(homedir().length > 1 ? [`${homedir()}/`] : [])]
  const guilty = files.filter(
    (file) => !file.endsWith('architecture.test.ts') && foreign.some((text) => read(file).includes(text)),
  )
  expect(guilty).toEqual([])
})

test('[ARC6] modules keep no state, and tests change nothing of the process that they share', () => {
  const all = [...filesIn('src', '.ts'), ...filesIn('src', '.tsx')]
  // A program is its own process, and a page of the dashboard its own tab.
  const modules = all.filter((file) => !/\.(test|suite)\.ts$|\/main\.tsx?$|\/dashboard\//.test(file))
  expect(modules.filter((file) => /^(?:export )?(?:let|var) /m.test(read(file)))).toEqual([])

  const endToEnd = ['test/e2e', 'test/faults', 'test/support'].flatMap((folder) => filesIn(folder, '.ts'))
  const tests = [...filesIn('src', '.test.ts'), ...filesIn('src', '.suite.ts'), ...endToEnd]
  const changes =
    /\bvi\.(?!waitFor\b)|\bprocess\.(?:chdir|umask)\(|\bprocess\.env(?:\.\w+|\[[^\]]*\]) *=[^=]|\bdelete process\.env/
  expect(tests.filter((file) => changes.test(read(file)))).toEqual([])
})

test('[CLI43] of the command line only its output writes to the terminal', () => {
  const others = filesIn('src/surface/cli', '.ts').filter((file) => !/\/output\.ts$|\.test\.ts$/.test(file))
  expect(others.length).toBeGreaterThan(30)
  expect(others.filter((file) => /\bstd(?:out|err)\.write\b|\bconsole\./.test(read(file)))).toEqual([])
})
