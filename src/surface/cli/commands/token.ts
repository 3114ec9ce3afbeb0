import { exitCodes, IrisError, type Token, type TokenRole } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'
import { connect } from '../../connection/index.ts'
import { table } from '../table.ts'

export async function createToken(
  { environment, output }: CommandContext,
  { name, role, task, answers = false }: { name: string; role?: string; task?: string; answers?: boolean },
): Promise<number> {
  const { client } = connect(environment.home)
  const wanted = roleOf(role ?? (task === undefined ? 'human' : 'worker'))
  const mayAnswer = answers ? { mayAnswer: true } : {}
  const made = await client.call('createToken', {
    name,
    role: wanted,
    ...(task ? { task } : {}),
    ...mayAnswer,
  })
  output.result(made, () => {
    output.line(made.secret)
    output.note(`This is the only time the secret of "${made.token.name}" (${made.token.id}) is shown.`)
  })
  return exitCodes.ok
}

function roleOf(role: string): TokenRole {
  if (role === 'human' || role === 'observer' || role === 'worker' || role === 'delegate') return role
  throw new IrisError(
    'USAGE',
    `The role is human, observer, worker or delegate, not ${JSON.stringify(role)}.`,
  )
}

export async function listTokens({ environment, output }: CommandContext): Promise<number> {
  const { tokens } = await connect(environment.home).client.call('listTokens', {})
  output.result({ tokens }, () => {
    const heading = ['ID', 'Name', 'Role', 'Made', 'Last used', 'State']
    const rows = tokens.map((token) => [
      token.id,
      token.name,
      token.role,
      day(token.createdAt),
      day(token.lastUsedAt),
      stateOf(token),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

export async function revokeToken({ environment, output }: CommandContext, wanted: string): Promise<number> {
  const { client } = connect(environment.home)
  const { tokens } = await client.call('listTokens', {})
  const found = tokens.filter(
    (token) => token.id === wanted || (token.name === wanted && token.revokedAt === null),
  )
  const [only] = found
  if (!only) throw new IrisError('NOT_FOUND', `There is no token ${JSON.stringify(wanted)}.`)
  if (found.length > 1)
    throw new IrisError(
      'USAGE',
      `${found.length} tokens are named ${JSON.stringify(wanted)}; give the id instead.`,
    )
  const { token } = await client.call('revokeToken', { token: only.id })
  output.result({ token }, () => output.line(`Revoked "${token.name}" (${token.id}).`))
  return exitCodes.ok
}

function day(at: number | null): string {
  return at === null ? 'never' : new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

function stateOf(token: Token): string {
  return token.revokedAt === null ? 'valid' : `revoked ${day(token.revokedAt)}`
}
