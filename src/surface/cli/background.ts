import type { Client } from '../../client/index.ts'
import { connect, findDaemon, startInBackground } from '../connection/index.ts'
import type { CommandContext } from './command.ts'

/** The daemon of this home; when none runs, one is started in the background, and stderr says so. */
export async function connectOrStart({ environment, output }: CommandContext): Promise<Client> {
  if (!(await findDaemon(environment.home))) {
    const { url } = await startInBackground(environment)
    output.note(`Started Iris in the background at ${url} (stop it with: iris stop)`)
  }
  return connect(environment.home).client
}
