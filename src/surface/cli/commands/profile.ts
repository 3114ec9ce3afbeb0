import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodes, IrisError, Profile } from '../../../contract/index.ts'
import { describeMistake, readFrontMatter } from '../../../platform/config/index.ts'
import { startProcess } from '../../../platform/process/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmlessInLine } from '../output.ts'

const nobody: Profile = { goals: [], skills: [], network: [], lifeStage: '' }

/** What Iris knows of the person. */
export async function showProfile(context: CommandContext): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('readProfile', {})
  output.result(found, () => {
    if (found.profile === null)
      return output.line('Iris does not know you, so no idea is scored. Say who you are: iris profile edit')
    show(context, found.profile)
  })
  return exitCodes.ok
}

/** Says who the person is: by options, or in an editor. */
export async function editProfile(
  context: CommandContext,
  options: { goal?: string[]; skill?: string[]; network?: string[]; lifeStage?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const { goal, skill, network, lifeStage } = options
  const given = {
    ...(goal && { goals: goal }),
    ...(skill && { skills: skill }),
    ...(network && { network }),
    ...(lifeStage !== undefined && { lifeStage }),
  }
  const before = (await client.call('readProfile', {})).profile ?? nobody
  const said = Object.keys(given).length > 0 ? given : await edited(context, before)
  const changed = await client.call('changeProfile', said)
  context.output.result(changed, () => show(context, changed.profile))
  return exitCodes.ok
}

function show({ output }: CommandContext, { goals, skills, network, lifeStage }: Profile): void {
  const line = (name: string, words: string): void =>
    output.line(`${output.paint('dim', name.padEnd(10))}${harmlessInLine(words === '' ? '–' : words)}`)
  line('Goals', goals.join('; '))
  line('Skills', skills.join('; '))
  line('Network', network.join('; '))
  line('Life', lifeStage)
}

/** The profile as the person leaves it in their editor. */
async function edited({ environment: { variables } }: CommandContext, before: Profile): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-profile-'))
  const file = join(folder, 'profile.md')
  try {
    writeFileSync(file, textOf(before))
    const editor = variables['VISUAL'] || variables['EDITOR'] || 'vi'
    const child = await startProcess({
      // As git does it: what is set may have arguments, and a path with spaces in quotes.
      command: '/bin/sh',
      args: ['-c', `${editor} "$@"`, editor, file],
      cwd: process.cwd(),
      env: variables,
      stdio: 'inherit',
    })
    const { code } = await child.exited
    if (code !== 0)
      throw new IrisError('USAGE', `The editor ${editor} ended with code ${code}; nothing was changed.`)
    const read = readFrontMatter(readFileSync(file, 'utf8'), Profile)
    if ('fields' in read) return read.fields
    throw new IrisError('INPUT_INVALID', read.mistakes.map(describeMistake).join('\n'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function textOf({ goals, skills, network, lifeStage }: Profile): string {
  const list = (name: string, all: readonly string[]): string =>
    all.length === 0
      ? `${name}: []`
      : [`${name}:`, ...all.map((one) => `  - ${JSON.stringify(one)}`)].join('\n')
  return `---
# What you want to reach
${list('goals', goals)}
# What you can do
${list('skills', skills)}
# Whom you know
${list('network', network)}
# What your life leaves room for
lifeStage: ${JSON.stringify(lifeStage)}
---

By this Iris says whether an idea fits you. It stays on this machine, and is told to the model with your ideas.
`
}
