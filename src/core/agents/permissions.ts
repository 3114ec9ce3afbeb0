import type { Environment, Team } from '../../platform/config/index.ts'
import type { AgentSpec } from '../transport/index.ts'

/**
 * Who is asked about nothing need not ask: such an agent works on while the daemon is away. As root the CLI refuses
 * its bypass outside a sandbox, and who it runs as on another machine is not known: there it allows itself.
 */
export function permissionsOf(
  { grantPermission, remote }: Team,
  { env, set }: { env: Environment['variables']; set: Environment['variables'] },
  uid = process.getuid?.(),
): Pick<AgentSpec, 'permissionMode' | 'allowsItself'> {
  if (grantPermission !== 'yes') return { permissionMode: 'default' }
  const isSandbox = (remote ? set : env)['IS_SANDBOX'] === '1'
  const mayBypass = isSandbox || (!remote && uid !== 0)
  return mayBypass
    ? { permissionMode: 'bypassPermissions' }
    : { permissionMode: 'acceptEdits', allowsItself: true }
}
