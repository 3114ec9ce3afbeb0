import { z } from 'zod'
import type { ValidationIssue } from '../../../../contract/index.ts'
import { jsonIn } from './json.ts'

/** Something unsafe, as a tool reported it. */
export type Vulnerability = Pick<ValidationIssue, 'severity' | 'title' | 'details' | 'file' | 'line'>

/** Reads a report of a format that is known; undefined when it is none. */
export function readVulnerabilities(
  format: 'sarif' | 'npm-audit',
  text: string,
): Vulnerability[] | undefined {
  return format === 'sarif' ? sarif(text) : npmAudit(text)
}

const Place = z.object({
  physicalLocation: z
    .object({
      artifactLocation: z.object({ uri: z.string().optional() }).optional(),
      region: z.object({ startLine: z.int().optional() }).optional(),
    })
    .optional(),
})
const Sarif = z.object({
  runs: z.array(
    z.object({
      results: z
        .array(
          z.object({
            ruleId: z.string().default('an unnamed rule'),
            level: z.enum(['none', 'note', 'warning', 'error']).default('warning'),
            message: z.object({ text: z.string().default('') }),
            locations: z.array(Place).default([]),
          }),
        )
        .default([]),
    }),
  ),
})

function sarif(text: string): Vulnerability[] | undefined {
  const read = jsonIn(text, Sarif)
  return read?.runs.flatMap(({ results }) =>
    results
      .filter(({ level }) => level !== 'none')
      .map(({ ruleId, level, message, locations: [place] }) => ({
        severity: level === 'error' ? ('critical' as const) : ('warning' as const),
        title: ruleId,
        details: message.text,
        file: place?.physicalLocation?.artifactLocation?.uri ?? null,
        line: place?.physicalLocation?.region?.startLine ?? null,
      })),
  )
}

const Via = z.union([z.string(), z.object({ title: z.string().default(''), url: z.string().default('') })])
const Audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(Via).default([]),
      range: z.string().default(''),
    }),
  ),
})

function npmAudit(text: string): Vulnerability[] | undefined {
  const read = jsonIn(text, Audit)
  return (
    read &&
    Object.entries(read.vulnerabilities).map(([name, { severity, via, range }]) => ({
      severity: ['critical', 'high'].includes(severity) ? ('critical' as const) : ('warning' as const),
      title: `${name} ${range}`.trim(),
      details: `${severity}: ${via.map(wordsOf).join('; ')}`,
      file: 'package.json',
      line: null,
    }))
  )
}

function wordsOf(via: z.output<typeof Via>): string {
  return typeof via === 'string' ? `through ${via}` : `${via.title} ${via.url}`.trim()
}
