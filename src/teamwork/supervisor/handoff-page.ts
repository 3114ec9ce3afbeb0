import type { ShiftRow } from './rows.ts'

/** What every handoff says. */
const wanted = ['What was done', 'What is left', 'Open questions'] as const

/** The page that a shift leaves. */
export const handoffPage = ({ name, number }: Pick<ShiftRow, 'name' | 'number'>): string =>
  `Handoffs/${name}-${number}`

/** What a handoff lacks, in words; undefined when it is whole. */
export function lackOf(text: string | undefined, branch: string | undefined): string | undefined {
  if (text === undefined) return 'The page is not there.'
  const empty = wanted.filter((heading) => sectionOf(text, heading) === '')
  if (empty.length > 0) return `These sections are missing or empty: ${empty.join(', ')}.`
  if (branch !== undefined && !text.includes(branch)) return `It does not name the branch ${branch}.`
  return undefined
}

/** What stands under a heading; empty when there is nothing. */
function sectionOf(text: string, heading: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex(
    (line) => /^#{1,6}\s/.test(line) && line.replace(/^#+\s*/, '').trim() === heading,
  )
  if (start === -1) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^#{1,6}\s/.test(line))
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim()
}

/** What whoever hands over is told. */
export function handoffPrompt(
  shift: ShiftRow,
  { branch, lack }: { branch: string | undefined; lack: string | undefined },
): string {
  const naming = branch === undefined ? '' : ` Name the branch ${branch}.`
  return [
    lack === undefined
      ? `You hand over now: ${shift.dueFor ?? 'it was asked for'}. Somebody with a new name and an empty conversation takes your seat.`
      : `Your handoff is not whole yet. ${lack}`,
    `Write the wiki page \`${handoffPage(shift)}\` with wiki_write, and do nothing else. It has the sections ${wanted.map((heading) => `\`## ${heading}\``).join(', ')} and \`## What to know\`; say "none" where there is nothing.${naming} Your successor knows only this page, so say what matters: what you changed and where, what you were about to do, commands that work, what failed. Then answer with one word.`,
  ].join('\n\n')
}

/** The page that Iris writes when nobody else did: what the log has of the last turns. */
export function pageFromLog(
  branch: string | undefined,
  shift: ShiftRow,
  last: readonly { preview: string; answer: string | null }[],
): string {
  const said = last.map(
    ({ preview, answer }) => `- Told: ${line(preview)}\n  Answered: ${line(answer ?? 'nothing')}`,
  )
  return [
    `# Handoff of ${shift.name}`,
    `${shift.name} left none; Iris wrote this from the log.${branch === undefined ? '' : ` Branch: ${branch}`}`,
    '## What was done',
    said.length > 0 ? said.join('\n') : 'Unknown.',
    '## What is left',
    'Unknown: look at what is there and compare it with what was wanted.',
    '## Open questions',
    'Unknown.',
    '',
  ].join('\n\n')
}

const line = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 500)
