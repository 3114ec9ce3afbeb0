import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/org.ts')

export const org: CommandDeclaration = {
  usage: 'org',
  group: 'work',
  summary: 'the organisation of a project: its engineering manager, who has which seat, shifts',
  build(command, run) {
    command
      .command('status [project]', { isDefault: true })
      .description('who is on shift, in which rooms, on what; without a project, of all')
      .addHelpText('after', example('iris org status shop'))
      .action((project: string | undefined) =>
        run(async (context) => (await commands()).showOrgs(context, project)),
      )
    command
      .command('start <team>')
      .description('start the organisation of a team’s project, or let it go on; no model is called yet')
      .addHelpText('after', example('iris org start shop'))
      .action((team: string) => run(async (context) => (await commands()).startOrg(context, team)))
    command
      .command('stop <project>')
      .description('send everybody home: builds pause, nobody is woken, nothing is lost')
      .action((project: string) => run(async (context) => (await commands()).stopOrg(context, project)))
    command
      .command('handover <project> <seat>')
      .description('have whoever has a seat (em, the key of a task, or a name) hand it over now')
      .addHelpText('after', example('iris org handover shop em'))
      .action((project: string, seat: string) =>
        run(async (context) => (await commands()).changeSeat(context, 'handOver', { project, seat })),
      )
    command
      .command('replace <project> <seat>')
      .description('give a seat to a successor without asking whoever has it; Iris writes the handoff')
      .action((project: string, seat: string) =>
        run(async (context) => (await commands()).changeSeat(context, 'replace', { project, seat })),
      )
    command
      .command('pause <project> <seat>')
      .description('deliver nothing more to a seat and pause its build; a turn of the em ends by itself')
      .action((project: string, seat: string) =>
        run(async (context) => (await commands()).changeSeat(context, 'pause', { project, seat })),
      )
    command
      .command('resume <project> <seat>')
      .description('let a seat that was paused go on')
      .action((project: string, seat: string) =>
        run(async (context) => (await commands()).changeSeat(context, 'resume', { project, seat })),
      )
    command
      .command('shifts <project>')
      .description('who was on shift, how each shift ended, and the page it left')
      .addHelpText('after', example('iris org shifts shop'))
      .action((project: string) => run(async (context) => (await commands()).showShifts(context, project)))
  },
}
