import { entryPoint, runToEnd } from './index.ts'

/** What each of several processes runs, at the same moment: `body` sees the module as `m`, `fs` and the folder as `dir`. */
export interface Together {
  times: number
  /** A module of the source, such as `platform/process/index`. */
  module: string
  folder: string
  body: string
}

/** Runs the same in several processes, which wait for each other before they begin; gives what each printed, in order. */
export async function runTogether({ times, module, folder, body }: Together): Promise<string[]> {
  const { command, args } = entryPoint(module)
  const script = `import(${JSON.stringify(new URL(`../../${module}.ts`, import.meta.url).href)}).then(async (m) => {
    const fs = require('node:fs')
    const dir = ${JSON.stringify(folder)}
    const arrive = (name) => {
      fs.writeFileSync(dir + '/' + name + '-' + process.pid, '')
      while (fs.readdirSync(dir).filter((file) => file.startsWith(name + '-')).length < ${times});
    }
    arrive('ready')
    ${body}
  })`
  const runs = await Promise.all(
    Array.from({ length: times }, () =>
      runToEnd({
        command,
        args: [...args.slice(0, -1), '-e', script],
        cwd: folder,
        env: {},
        timeoutMs: 60_000,
      }),
    ),
  )
  return runs.map(({ stdout, stderr }) => stdout.trim() || stderr).toSorted()
}
