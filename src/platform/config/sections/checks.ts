import { z } from 'zod'
import { duration, type DurationBounds } from '../duration.ts'
import { environmentVariables, words } from './text.ts'

const budgetBounds: DurationBounds = { least: 1000, most: 24 * 3_600_000 }
const examples: Readonly<Record<LevelName, string>> = {
  quick: 'npx tsc --noEmit',
  standard: 'npm test',
  thorough: 'npm run test:e2e',
  comprehensive: 'npm run test:all',
  release: 'npm pack --dry-run',
}

/** The names of the levels, from the least thorough. */
export type LevelName = 'quick' | 'standard' | 'thorough' | 'comprehensive' | 'release'

const commands = (level: LevelName): z.ZodArray<typeof words> =>
  z.array(words).meta({ examples: [[examples[level]]] })

const level = (name: LevelName, budget: string) =>
  z
    .strictObject({
      commands: commands(name)
        .default([])
        .meta({
          description: 'Commands that the shell runs in the folder, in this order.',
          examples: [[examples[name]]],
        }),
      budget: duration(budgetBounds)
        .prefault(budget)
        .meta({ description: 'How long all commands of a check of this level may take together.' }),
    })
    .prefault({})
    .meta({ description: `The level ${name}; it includes those before it.` })

const teamLevel = (name: LevelName) =>
  z
    .strictObject({
      commands: commands(name)
        .optional()
        .meta({ description: `Instead of checks.${name}.commands.`, examples: [[examples[name]]] }),
      budget: duration(budgetBounds)
        .optional()
        .meta({ description: `Instead of checks.${name}.budget.`, examples: ['5m'] }),
    })
    .prefault({})
    .meta({ description: `The level ${name} of this team.` })

const env = environmentVariables.default({}).meta({
  description: 'Variables for checks, which agents do not get.',
  examples: [{ DATABASE_URL: 'postgres://localhost/test' }],
})

const coverageFormats = ['lcov', 'json-summary', 'cobertura'] as const
const securityFormats = ['sarif', 'npm-audit'] as const

/** What one command is there for, and where it says what it found. */
const report = z
  .strictObject({
    command: words.meta({
      description: 'The command, exactly as it stands in a level.',
      examples: ['npm run coverage'],
    }),
    of: z
      .enum(['tests', 'coverage', 'lint', 'security', 'other'])
      .meta({ description: 'What it is there for.', examples: ['coverage'] }),
    severity: z
      .enum(['critical', 'warning'])
      .optional()
      .meta({
        description: 'What a failure of it is; `warning` for lint and `critical` for the rest unless said.',
        examples: ['warning'],
      }),
    as: z
      .enum([...coverageFormats, ...securityFormats])
      .optional()
      .meta({
        description:
          'The format of its report: lcov, json-summary or cobertura for coverage, sarif or npm-audit for security.',
        examples: ['lcov'],
      }),
    file: words.optional().meta({
      description:
        'The report, from the folder. It counts only when this run wrote it. Without one a security report is what the command prints.',
      examples: ['coverage/lcov.info'],
    }),
    line: words
      .includes('{percent}', { error: 'a line with {percent} in it' })
      .optional()
      .meta({
        description:
          'Instead of a report of coverage: the line that it prints, with {percent} for the figure.',
        examples: ['All files | {percent}'],
      }),
  })
  .superRefine(({ of, as, file, line }, context) => {
    const wrong = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (line !== undefined && (of !== 'coverage' || as !== undefined))
      wrong('line', 'a line is only for coverage, and instead of a report')
    if (as === undefined) {
      if (file !== undefined) wrong('file', 'a report needs its format: as')
      return
    }
    const formats: readonly string[] = of === 'coverage' ? coverageFormats : securityFormats
    if ((of !== 'coverage' && of !== 'security') || !formats.includes(as))
      wrong('as', `no format of a report of ${of}`)
    if (of === 'coverage' && file === undefined) wrong('file', 'a report of coverage is a file')
  })

/** What a command says, for a validation. */
export type CheckReport = z.output<typeof report>

const reports = z.array(report).max(100)
const reportsExample = [
  { command: 'npm run coverage', of: 'coverage', as: 'lcov', file: 'coverage/lcov.info' },
]

/** `checks:` what proves a change, by level. */
export const checksSection = z.strictObject({
  quick: level('quick', '30s'),
  standard: level('standard', '2m'),
  thorough: level('thorough', '10m'),
  comprehensive: level('comprehensive', '30m'),
  release: level('release', '2h'),
  reports: reports.default([]).meta({
    description: 'What commands of the levels are there for, and where they say what they found.',
    examples: [reportsExample],
  }),
  env,
})

/** `teams.<name>.checks:` where a team differs. */
export const teamChecksSection = z.strictObject({
  quick: teamLevel('quick'),
  standard: teamLevel('standard'),
  thorough: teamLevel('thorough'),
  comprehensive: teamLevel('comprehensive'),
  release: teamLevel('release'),
  reports: reports.optional().meta({
    description: 'Instead of checks.reports.',
    examples: [reportsExample],
  }),
  env,
})
