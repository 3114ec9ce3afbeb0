import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'

/** Where the folders of teams really are: looked up beforehand, because whoever asks cannot wait. */
export interface RealFolders {
  /** The same folder as long as nothing else is known. */
  realOf(folder: string): string
  /** Looks again, as after a change of the config. */
  refresh(): Promise<void>
}

export function createRealFolders({
  projects,
  config,
}: {
  projects: Pick<Projects, 'real'>
  config: () => CompiledConfig
}): RealFolders {
  let known = new Map<string, string>()
  return {
    realOf: (folder) => known.get(folder) ?? folder,
    async refresh() {
      const here = [...config().teams.values()].filter(({ remote }) => remote === undefined)
      // One that does not answer stays as it was known.
      const places = here.map(async ({ path }): Promise<[string, string]> => {
        const real = await projects.real(path).catch(() => known.get(path) ?? path)
        return [path, real]
      })
      known = new Map(await Promise.all(places))
    },
  }
}
