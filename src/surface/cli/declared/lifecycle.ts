import type { CommandDeclaration } from '../command.ts'

const lifecycle = () => import('../commands/lifecycle.ts')

export const start: CommandDeclaration = {
  usage: 'start',
  group: 'daemon',
  summary: 'start the daemon of this home (in the foreground unless told otherwise)',
  build: (command, run) =>
    command
      .option('-b, --background', 'return once it answers')
      .action((options: { background?: boolean }) =>
        run(async (context) => (await lifecycle()).start(context, options)),
      ),
}

export const restart: CommandDeclaration = {
  usage: 'restart',
  group: 'daemon',
  summary: 'stop the daemon if it runs, and start it in the background; agents work on',
  build: (command, run) => command.action(() => run(async (context) => (await lifecycle()).restart(context))),
}
