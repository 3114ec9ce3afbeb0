import { gitFailure } from './outcome.ts'
import { askGit, tryGit, type GitPlace } from './run.ts'
import { withIndexOf } from './scratch.ts'

/** A place where git runs none of the filters and merge drivers of its config, but for those that are let. */
export interface Repository extends GitPlace {
  settings: readonly string[]
}

/** A driver that cannot be run must not be taken for one that succeeded: `false` leaves a conflict. */
const off: Readonly<Record<string, readonly string[]>> = {
  filter: ['clean=', 'smudge=', 'process=', 'required=false'],
  merge: ['driver=false', 'recursive=binary'],
}

/** A place as it is asked without running the drivers that its config names; filters may be let, by their names. */
export async function withoutDrivers(
  place: GitPlace,
  lets: ReadonlySet<string> = new Set(),
): Promise<Repository> {
  const pattern = String.raw`^(filter|merge)\..*\.(clean|smudge|process|required|driver)$`
  const names = (await configured(place, ['--name-only', '--get-regexp', pattern])).flatMap(
    (name) => /^((?:filter|merge)\.[\s\S]+)\.[^.]+$/.exec(name)?.[1] ?? [],
  )
  const settings = [...new Set(names)].flatMap((driver) => {
    const [kind = '', ...name] = driver.split('.')
    if (kind === 'filter' && lets.has(name.join('.'))) return []
    return (off[kind] ?? []).map((setting) => `${driver}.${setting}`)
  })
  return { ...place, settings }
}

/** What the config itself says, without settings of ours. */
async function configured(place: GitPlace, how: readonly string[]): Promise<string[]> {
  const args = ['config', '-z', ...how]
  const outcome = await tryGit({ ...place, settings: [] }, args)
  // It ends with 1 when there is none. To take another failure for that would let every program run.
  if (!outcome.isWhole && outcome.code !== 1) throw await gitFailure(place, args, outcome)
  return outcome.stdout.split('\0')
}

/** The filters of a checkout's config that apply to paths as a tree has them: name and program. Git LFS works by one. */
export async function filtersOf(
  checkout: Repository,
  tree: string,
  paths: readonly string[],
): Promise<{ name: string; program: string }[]> {
  const known = await filtersIn(checkout)
  if (known.size === 0 || paths.length === 0) return []
  return withIndexOf(checkout, tree, async (other) => {
    const args = ['check-attr', '--cached', '-z', '--stdin', 'filter']
    const words = (await askGit(other, args, { input: paths.map((path) => `${path}\0`).join('') })).split(
      '\0',
    )
    const named = new Set(words.filter((_, at) => at % 3 === 2))
    return [...known].filter(([name]) => named.has(name)).map(([name, program]) => ({ name, program }))
  })
}

async function filtersIn(place: GitPlace): Promise<Map<string, string>> {
  const entries = await configured(place, ['--get-regexp', String.raw`^filter\..*\.(smudge|process)$`])
  const found = entries.flatMap((entry) => {
    const [, name, program] = /^filter\.([\s\S]+)\.[^.\n]+\n([\s\S]+)$/.exec(entry) ?? []
    return name !== undefined && program !== undefined ? [[name, program] as const] : []
  })
  return new Map(found)
}
