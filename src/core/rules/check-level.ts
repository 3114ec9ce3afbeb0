/** How thoroughly a change is checked; a level includes those before it. */
export const checkLevels = ['quick', 'standard', 'thorough', 'comprehensive', 'release'] as const
export type CheckLevel = (typeof checkLevels)[number]

/** The time that a check of each level may take. */
export const levelMinutes: Readonly<Record<CheckLevel, number>> = {
  quick: 0.5,
  standard: 2,
  thorough: 10,
  comprehensive: 30,
  release: 120,
}

export interface LevelSettings {
  /** So many files are a small change. */
  maxFiles: number
  docs: readonly RegExp[]
  dependencies: readonly RegExp[]
  migrations: readonly RegExp[]
  security: readonly RegExp[]
}

const levelDefaults: LevelSettings = {
  maxFiles: 3,
  docs: [/\.(?:md|mdx|txt|rst|adoc)$/i, /^docs?\//i, /(?:^|\/)(?:LICENSE|CHANGELOG|README)$/i],
  dependencies: [
    /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/,
    /(?:^|\/)(?:requirements[\w.-]*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?)$/,
    /(?:^|\/)(?:Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pom\.xml|build\.gradle(?:\.kts)?|Gemfile(?:\.lock)?)$/,
  ],
  migrations: [/(?:^|\/)migrations?(?:\/|\.)/i, /\.sql$/i],
  security: [
    /(?:^|[/._-])(?:auth(?:entication|orization|n|z)?|security|permissions?|tokens?|secrets?|crypto|passwords?|login|oauth2?|sessions?)(?:[/._-]|$)/i,
  ],
}

/** The level a change deserves, and why. */
export interface LevelRuling {
  level: CheckLevel
  why: string
}

export function suggestLevel(
  change: { files: readonly string[]; isRelease: boolean },
  settings: LevelSettings = levelDefaults,
): LevelRuling {
  const { files, isRelease } = change
  const first = (patterns: readonly RegExp[]): string | undefined =>
    files.find((file) => patterns.some((pattern) => pattern.test(file)))
  if (isRelease) return { level: 'release', why: 'it is tagged as a release' }
  for (const [what, patterns] of [
    ['the dependencies', settings.dependencies],
    ['a migration', settings.migrations],
    ['what guards access', settings.security],
  ] as const) {
    const file = first(patterns)
    if (file !== undefined) return { level: 'thorough', why: `${file} concerns ${what}` }
  }
  if (files.every((file) => settings.docs.some((pattern) => pattern.test(file))))
    return { level: 'quick', why: files.length === 0 ? 'no file changed' : 'only words changed' }
  if (files.length <= settings.maxFiles)
    return { level: 'standard', why: `${files.length} of at most ${settings.maxFiles} files changed` }
  return { level: 'thorough', why: `${files.length} files changed, more than ${settings.maxFiles}` }
}
