import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/teams.ts')

export const teams: CommandDeclaration = {
  usage: 'teams',
  group: 'talk',
  summary: 'the project folders your agents work in',
  build(command, run) {
    command
      .command('list', { isDefault: true })
      .alias('ls')
      .description('list every team and what it is doing')
      .addHelpText('after', example('iris teams list'))
      .action(() => run(async (context) => (await commands()).listTeams(context)))
    command
      .command('add [name] [path]')
      .description('add a project folder as a team; with no path, the current folder')
      .option('--description <text>', 'what the team is for; other teams read it')
      .option('--remote <ssh>', 'run its agent on another machine')
      .addHelpText(
        'after',
        example(
          'iris teams add shop ~/code/shop --description "The web shop"',
          'iris teams add build /srv/build --remote "ssh you@build.example"',
        ),
      )
      .action(
        (
          name: string | undefined,
          path: string | undefined,
          options: { description?: string; remote?: string },
        ) => run(async (context) => (await commands()).addTeam(context, { name, path, ...options })),
      )
    command
      .command('remove <name>')
      .description('remove a team from config.yaml; its folder and sessions stay')
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris teams remove shop --yes'))
      .action((name: string, options: { yes?: boolean }) =>
        run(async (context) => (await commands()).removeTeam(context, { name, ...options })),
      )
  },
}
