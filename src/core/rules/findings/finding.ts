/** The kinds of findings; those of the contract are the same, or it does not compile. */
type FindingKind =
  | 'empty_change'
  | 'no_tests'
  | 'test_file_gone'
  | 'fewer_cases'
  | 'fewer_assertions'
  | 'disabled'
  | 'hollow_assertion'
  | 'check_changed'
  | 'not_comparable'
  | 'changed_meanwhile'
  | 'own_check'

/** What was found, before it is bound to the content it was found in. */
export interface RawFinding {
  kind: FindingKind
  path: string | null
  line: number | null
  words: string
}
