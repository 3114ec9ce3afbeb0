import type { CommandDeclaration } from '../command.ts'

const lifecycle = () => import('../commands/lifecycle.ts')

export const start: CommandDeclaration = {
  usage: 'start',
  group: 'daemon',
  summary: 'start the daemon, in the foreground by default',
  build: (command, run) =>
    command
      .option('-b, --background', 'run it in the background; return once it is ready')
      .action((options: { background?: boolean }) =>
        run(async (context) => (await lifecycle()).start(context, options)),
      ),
}

export const restart: CommandDeclaration = {
  usage: 'restart',
  group: 'daemon',
  summary: 'restart the daemon in the background; agents keep working',
  build: (command, run) => command.action(() => run(async (context) => (await lifecycle()).restart(context))),
}
