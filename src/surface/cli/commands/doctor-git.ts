import type { Environment } from '../../../platform/config/index.ts'
import { gitVersion, isAtLeast } from '../../../platform/git/index.ts'
import type { Finding } from './doctor-database.ts'

// The first whose merge-tree merges without a checkout.
const wanted = '2.38'

/** Which git there is, and what does not work with it. */
export async function checkGit({ variables }: Pick<Environment, 'variables'>): Promise<Finding> {
  const version = await gitVersion({ folder: '/', env: variables })
  if (isAtLeast(version, wanted)) return { state: 'ok', found: `git version ${version}` }
  if (version === '0')
    return { state: 'problem', found: 'git does not run', advice: 'Install git and put it on your PATH.' }
  return {
    state: 'warning',
    found: `git version ${version}`,
    advice: `Install git ${wanted} or newer. With this one Iris can neither forecast conflicts nor merge tasks.`,
  }
}
