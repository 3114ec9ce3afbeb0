import { decisionMatrix } from '../src/teamwork/pipeline/coordinator/matrix.ts'
import { roles, routes, shownOnly } from '../src/teamwork/pipeline/coordinator/routes.ts'

/** A page whose tables say what the code says. */
export function withPipelineTables(page: string): string {
  return Object.entries(tables()).reduce((text, [name, rows]) => filled(text, name, rows), page)
}

/** The tables of a page as rows of cells, however they are spaced. */
export function tableCells(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ |:-]+$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

function tables(): Record<string, string[][]> {
  return {
    roles: [
      ['Role', 'In the seed', 'What it does', 'By', 'Code'],
      ...roles.map(({ role, seed, task, isModel, homes }) => [
        role,
        seed,
        task,
        isModel ? 'a model' : 'code',
        homes.map((home) => `\`src/${home}\``).join(', '),
      ]),
    ],
    matrix: [
      ['When', ...roles.map(({ role }) => role)],
      ...decisionMatrix().map(({ scenario, cells }) => [scenario, ...roles.map(({ role }) => cells[role])]),
    ],
    routes: [
      ['Event', 'In the seed', 'From', 'To', 'What it begins'],
      ...routes.map(({ on, of, seed, from, to, begins, when }) => [
        of === undefined ? `\`${on}\`` : `\`${on}\` (${of})`,
        seed === undefined ? '' : `\`${seed}\``,
        from,
        to,
        `${begins}${when === undefined ? '' : `, if ${when}`}`,
      ]),
    ],
    shown: [
      ['Event', 'Where it is seen'],
      ...Object.entries(shownOnly).map(([type, where]) => [`\`${type}\``, where]),
    ],
  }
}

function filled(page: string, name: string, [heading = [], ...rows]: string[][]): string {
  const [before = '', rest = ''] = page.split(`<!-- ${name} -->`)
  const [, after = ''] = rest.split(`<!-- /${name} -->`)
  const lines = [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${before}<!-- ${name} -->\n\n${lines.join('\n')}\n\n<!-- /${name} -->${after}`
}
