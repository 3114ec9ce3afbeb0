import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/chat.ts')
const live = () => import('../commands/chat-live.ts')

export const chat: CommandDeclaration = {
  usage: 'chat',
  group: 'talk',
  summary: 'talk in rooms with people and agents',
  build(command, run) {
    command.addHelpText(
      'after',
      example(
        'iris chat "#project-shop"',
        'iris chat send "#project-shop" "@shop how far are you?"',
        'iris chat ls',
      ),
    )
    command
      .command('open [room]', { isDefault: true })
      .description('talk in a room, live; without one, list the rooms')
      .action((room: string | undefined) => run(async (context) => (await live()).openRoom(context, room)))
    command
      .command('ls')
      .description('the rooms, with what is unread in each')
      .option('--archived', 'also those that are archived')
      .action((options: { archived?: boolean }) =>
        run(async (context) => (await commands()).listRooms(context, options)),
      )
    command
      .command('send <room> <words...>')
      .description('say something in a #room, or directly to @somebody')
      .option('--reply-to <message>', 'the message this replies to')
      .action((room: string, words: string[], options: { replyTo?: string }) =>
        run(async (context) => (await commands()).sendMessage(context, { room, words, ...options })),
      )
    command
      .command('read <room>')
      .description('what was said, oldest first')
      .option('--unread', 'what you have not read yet')
      .option('--after <number>', 'what came after a message')
      .option('--limit <number>', 'how many at most', '50')
      .option('--ack', 'mark what is shown as read')
      .action((room: string, options: { unread?: boolean; after?: string; limit: string; ack?: boolean }) =>
        run(async (context) => (await commands()).readRoom(context, room, options)),
      )
    command
      .command('tail <room>')
      .description('the newest messages, and every later one as it is said')
      .option('--limit <number>', 'how many to begin with', '10')
      .action((room: string, options: { limit: string }) =>
        run(async (context) => (await commands()).tailRoom(context, room, options)),
      )
    command
      .command('search <words...>')
      .description('find messages by their words')
      .option('--room <room>', 'only in this room')
      .option('--limit <number>', 'how many at most', '20')
      .action((words: string[], options: { room?: string; limit: string }) =>
        run(async (context) => (await commands()).searchRooms(context, words, options)),
      )
  },
}
