import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workMs } from '../../../platform/lib/work-time.suite.ts'
import { findInChange, type ChangedFile } from './change.ts'

const kinds = (...files: ChangedFile[]): string[] => findInChange(files).map(({ kind }) => kind)
const edit = (path: string, before: string | undefined, after: string | undefined): string[] =>
  kinds({ path, before, after })

/** A small suite in each language: two cases with two assertions in all, and what becomes of them. */
const suites = {
  'a.test.ts': {
    whole: `describe('sums', () => {\n  it('adds', () => {\n    expect(add(1, 2)).toBe(3)\n  })\n  it('takes', async () => {\n    expect(take(2, 1)).toBe(1)\n  })\n})\n`,
    reformatted: `describe("sums", () => {\n\n    it("adds", () => { expect(add(1, 2)).toBe(3); });\n    // it.skip would be wrong here; expect nothing\n    it("takes", async () => { expect(take(2, 1)).toBe(1); });\n});\n`,
    renamed: [`it('adds'`, `it('adds two numbers'`],
    less: [`  it('takes', async () => {\n    expect(take(2, 1)).toBe(1)\n  })\n`, ''],
    weaker: ['    expect(take(2, 1)).toBe(1)\n', '    take(2, 1)\n'],
    disabled: [
      [`it('adds'`, `it.skip('adds'`],
      [`it('adds'`, `xit('adds'`],
      [`it('adds'`, `it.only('adds'`],
      [`it('adds'`, `fit('adds'`],
      [`it('adds'`, `it.fails('adds'`],
      [`it('adds'`, `it.skipIf(true)('adds'`],
      [`it('adds', () =>`, `it('adds', { skip: true }, () =>`],
      [`describe('sums'`, `describe.skip('sums'`],
      [`describe('sums'`, `describe.only('sums'`],
      [`  it('takes'`, `  it.todo('multiplies')\n  it('takes'`],
    ],
    harmless: [
      [`it('adds'`, `it.concurrent('adds'`],
      [`it('adds'`, `// it.skip: not now\n  it('adds'`],
      ['expect(add(1, 2))', `expect(add('it.skip(1)', skipLibCheck, onlyOnce))`],
      ['expect(add(1, 2))', 'expect(add(/it.only(/ , list.skip(1).only(2)))'],
      [`it('adds'`, 'it(`adds`'],
    ],
    hollow: ['expect(take(2, 1)).toBe(1)', 'expect(true).toBe(true)'],
  },
  'tests/test_sums.py': {
    whole: `import pytest\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\nclass TestTake:\n    def test_takes(self):\n        assert take(2, 1) == 1\n`,
    reformatted: `import pytest\n\ndef test_adds( ):\n    # assert nothing; pytest.skip() is not for us\n    assert add(1,\n               2) == 3\n\nclass TestTake:\n\n    def test_takes(self):\n        """Do not use @pytest.mark.skip here."""\n        assert take(2, 1) == 1\n`,
    renamed: ['def test_adds', 'def test_adds_two_numbers'],
    less: ['    def test_takes(self):\n        assert take(2, 1) == 1\n', '    pass\n'],
    weaker: ['        assert take(2, 1) == 1\n', '        take(2, 1)\n'],
    disabled: [
      ['def test_adds', '@pytest.mark.skip(reason="later")\ndef test_adds'],
      ['def test_adds', '@pytest.mark.xfail\ndef test_adds'],
      ['def test_adds', '@pytest.mark.skipif(\n    True,\n    reason="x",\n)\ndef test_adds'],
      ['def test_adds', 'pytestmark = pytest.mark.skip\n\ndef test_adds'],
      ['class TestTake', '@unittest.skip("x")\nclass TestTake'],
      ['    assert add', '    pytest.skip("later")\n    assert add'],
      ['    def test_takes', '    __test__ = False\n    def test_takes'],
    ],
    harmless: [
      ['def test_adds():', '@pytest.mark.parametrize("a", [1])\ndef test_adds():'],
      ['assert add(1, 2)', 'assert add("pytest.skip()", skip_first)'],
      ['def test_adds():', 'def helper():\n    return skip\n\n\ndef test_adds():'],
    ],
    hollow: ['assert take(2, 1) == 1', 'assert True'],
  },
  'sums_test.go': {
    whole: `package sums\n\nfunc TestAdds(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Errorf("no")\n\t}\n}\n\nfunc TestTakes(t *testing.T) {\n\trequire.Equal(t, 1, take(2, 1))\n}\n`,
    reformatted: `package sums\n\n// TestAdds does not t.Skip().\nfunc TestAdds(t *testing.T) {\n\tif add(1, 2) != 3 { t.Errorf("no") }\n}\n\nfunc TestTakes(t *testing.T) {\n\n\trequire.Equal(t, 1, take(2, 1))\n}\n`,
    renamed: ['TestAdds', 'TestAddsTwoNumbers'],
    less: ['func TestTakes(t *testing.T) {\n\trequire.Equal(t, 1, take(2, 1))\n}\n', ''],
    weaker: ['\trequire.Equal(t, 1, take(2, 1))\n', '\ttake(2, 1)\n'],
    disabled: [
      ['\tif add', '\tt.Skip("later")\n\tif add'],
      ['\tif add', '\tif testing.Short() {\n\t\tt.SkipNow()\n\t}\n\tif add'],
      ['package sums', '//go:build never\n\npackage sums'],
    ],
    harmless: [
      ['t.Errorf("no")', 't.Errorf("t.Skip() is not used")'],
      ['\tif add', '\tlist.Skip(1)\n\tif add'],
      ['\tif add', '\tx := `t.SkipNow()`\n\tif add'],
    ],
    hollow: ['require.Equal(t, 1, take(2, 1))', 'require.True(t, true)'],
  },
  'src/sums.rs': {
    whole: `pub fn add() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n\n    #[tokio::test]\n    async fn takes() {\n        assert!(take(2, 1) == 1);\n    }\n}\n`,
    reformatted: `pub fn add() {}\n\n#[cfg(test)]\nmod tests {\n    // #[ignore] is not for us, nor is assert!\n    #[test] fn adds() { assert_eq!(add(1, 2), 3); }\n\n    #[tokio::test]\n    async fn takes()\n    {\n        assert!(take(2, 1) == 1);\n    }\n}\n`,
    renamed: ['fn adds', 'fn adds_two_numbers'],
    less: ['    #[tokio::test]\n    async fn takes() {\n        assert!(take(2, 1) == 1);\n    }\n', ''],
    weaker: ['        assert!(take(2, 1) == 1);\n', '        take(2, 1);\n'],
    disabled: [
      ['#[test]\n', '#[test]\n    #[ignore]\n'],
      ['#[test]\n', '#[ignore = "slow"]\n    #[test]\n'],
      ['#[test]\n', '#[test]\n    #[should_panic]\n'],
    ],
    harmless: [
      ['add(1, 2)', `add("#[ignore]", 'a')`],
      ['pub fn add() {}', `pub fn add<'a>(ignore: &'a str) -> &'a str { ignore }`],
      ['add(1, 2)', 'add(r#"#[test] #[ignore] fn x() {}"#)'],
    ],
    hollow: ['assert!(take(2, 1) == 1)', 'assert!(true)'],
  },
  'src/test/java/SumsTest.java': {
    whole: `class SumsTest {\n  @Test\n  void adds() {\n    assertEquals(3, add(1, 2));\n  }\n\n  @Test\n  public void takes() throws Exception {\n    assertThat(take(2, 1)).isEqualTo(1);\n  }\n}\n`,
    reformatted: `class SumsTest {\n  /** Not @Disabled. */\n  @Test void adds() { assertEquals(3, add(1, 2)); }\n\n  @Test\n  public void takes() throws Exception\n  {\n    assertThat(take(2, 1))\n        .isEqualTo(1);\n  }\n}\n`,
    renamed: ['void adds', 'void addsTwoNumbers'],
    less: [
      '  @Test\n  public void takes() throws Exception {\n    assertThat(take(2, 1)).isEqualTo(1);\n  }\n',
      '',
    ],
    weaker: ['    assertThat(take(2, 1)).isEqualTo(1);\n', '    take(2, 1);\n'],
    disabled: [
      ['@Test\n  void', '@Test\n  @Disabled("later")\n  void'],
      ['@Test\n  void', '@Ignore\n  @Test\n  void'],
      ['@Test\n  void', '@Test(enabled = false)\n  void'],
      ['class SumsTest', '@Disabled\nclass SumsTest'],
    ],
    harmless: [
      ['add(1, 2)', 'add("@Disabled", isIgnore)'],
      ['@Test\n  void', '@Test\n  @DisplayName("adds @Ignore")\n  void'],
    ],
    hollow: ['assertThat(take(2, 1)).isEqualTo(1)', 'assertTrue(true)'],
  },
} as const

describe.each(Object.entries(suites))('%s', (path, suite) => {
  const { whole } = suite
  const changed = ([from, to]: readonly [string, string]): string => {
    expect(whole).toContain(from)
    return whole.replace(from, () => to)
  }

  test('[CHK25] [CHK28] what is reformatted, or renamed, is no finding', () => {
    expect(edit(path, whole, suite.reformatted)).toEqual([])
    expect(edit(path, suite.reformatted, whole)).toEqual([])
    expect(edit(path, whole, changed(suite.renamed))).toEqual([])
    expect(edit(path, whole, whole.replaceAll('\n', '\r\n'))).toEqual([])
    expect(edit(path, undefined, whole)).toEqual([])
  })

  test('[CHK25] a case less, or one that asserts nothing any more, is found', () => {
    expect(edit(path, whole, changed(suite.less))).toEqual(['fewer_cases'])
    expect(edit(path, changed(suite.less), whole)).toEqual([])
    expect(new Set(edit(path, whole, changed(suite.weaker)))).toEqual(new Set(['fewer_assertions']))
  })

  test.each(suite.disabled.map((one) => [one[1], one] as const))(
    '[CHK26] %j is found when it is new',
    (_, change) => {
      expect(edit(path, whole, changed(change))).toEqual(['disabled'])
      expect(edit(path, changed(change), whole)).toEqual([])
      expect(edit(path, changed(change), changed(change).replace('add', 'adding'))).toEqual([])
    },
  )

  test.each(suite.harmless.map((one) => [one[1], one] as const))('[CHK28] %j is no finding', (_, change) => {
    expect(edit(path, whole, changed(change))).toEqual([])
  })

  test('[CHK31] an assertion that can only hold is found when it is new', () => {
    expect(edit(path, whole, changed(suite.hollow))).toEqual(['hollow_assertion'])
    expect(edit(path, changed(suite.hollow), changed(suite.hollow))).toEqual([])
  })

  test('[CHK24] a file that is deleted is found; one whose cases are elsewhere is not', () => {
    expect(edit(path, whole, undefined)).toEqual(['test_file_gone'])
    const other = path.replace(/(\w+)(?=[._]test|\.rs|Test\.java|\.py)/i, '$1x')
    expect(other).not.toBe(path)
    expect(
      kinds({ path, before: whole, after: undefined }, { path: other, before: undefined, after: whole }),
    ).toEqual([])
    const half = changed(suite.less)
    const moved = [
      { path, before: whole, after: half },
      { path: other, before: undefined, after: whole },
    ]
    expect(kinds(...moved)).toEqual([])
  })
})

test('[CHK24] a test that no runner takes for one any more is found', () => {
  const before = suites['a.test.ts'].whole
  const lost = { path: 'a.old.ts', from: 'a.test.ts', before, after: before }
  expect(findInChange([lost])).toMatchObject([
    { kind: 'test_file_gone', path: 'a.test.ts', words: expect.stringContaining('a.old.ts') },
  ])
})

test('[CHK25] cases may be put in any order, into any file, and nothing is found', () => {
  const name = fc.stringMatching(/^[a-z]{3,8}$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(2)),
      fc.boolean(),
      (names, places, shuffle) => {
        const own = (title: string): string =>
          `it('${title}', () => {\n  expect(${title}(1)).toBe('${title} is')\n})\n`
        const before = names.map(own).join('')
        const order = shuffle ? names.toReversed() : names
        const parts = [0, 1, 2].map((part) =>
          order
            .filter((_, at) => (places[at] ?? 0) === part)
            .map(own)
            .join('\n'),
        )
        const files = parts.map((after, part) => ({
          path: `${part}.test.js`,
          before: part === 0 ? before : undefined,
          after,
        }))
        expect(kinds(...files)).toEqual([])
      },
    ),
  )
})

test('[CHK25] whichever case is taken away is found, however many others come to other files', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(5), fc.nat(10), (count, gone, more) => {
      const own = (n: string): string => `def test_${n}():\n    assert run("${n}") == result("${n}")\n\n`
      const all = Array.from({ length: count }, (_, n) => own(`case${n}`))
      const after = all.filter((_, n) => n !== gone % count).join('')
      const extra = Array.from({ length: more }, (_, n) => own(`extra${n}`)).join('')
      const found = kinds(
        { path: 'test_a.py', before: all.join(''), after },
        { path: 'test_b.py', before: undefined, after: extra },
      )
      expect(found).toEqual(['fewer_cases'])
    }),
  )
})

test('[CHK28] no text takes long to read, whoever wrote it', () => {
  const pieces = [
    '#[a]',
    '#[test] ',
    '@Test ',
    '@A(()) ',
    "it('a', (",
    'it<',
    '`${',
    '"',
    'def test_a(',
    '@a\n',
    'expect(',
    ' ',
    'describe.a',
    '/*',
    'test.',
  ]
  for (const path of ['a.test.ts', 'test_a.py', 'a_test.go', 'a.rs', 'src/test/A.java'])
    for (const piece of pieces) {
      const took = workMs(() => edit(path, '', piece.repeat(60_000 / piece.length)))
      expect(took, `${path} ${piece}`).toBeLessThan(2000)
    }
})
