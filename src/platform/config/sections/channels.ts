import { z } from 'zod'
import { words } from './text.ts'

/** What ends a line or a word on IRC has no place in a name or a password there. */
const ircWord = z
  .string()
  .regex(/^[^\s:][^\s]*$/, { error: 'a word without spaces that does not begin with a colon' })
const account = z.strictObject({
  name: ircWord.meta({ description: 'The account.', examples: ['iris'] }),
  password: words.meta({ description: 'Its password.', examples: ['a-long-secret'] }),
})

const ircServer = z.strictObject({
  host: words.meta({ description: 'The server.', examples: ['irc.example.org'] }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({ description: 'Its port; unless said 6697, without TLS 6667.', examples: [6697] }),
  tls: z
    .boolean()
    .optional()
    .meta({
      description: 'Whether the connection is protected by TLS; unless said, it is not on this machine only.',
      examples: [true],
    }),
  ca: words
    .optional()
    .meta({ description: 'File with the certificate to trust.', examples: ['/etc/iris/irc-ca.pem'] }),
  password: ircWord
    .optional()
    .meta({ description: 'The password of the server.', examples: ['a-long-secret'] }),
  account: account.optional().meta({
    description: 'The account of Iris there, by SASL.',
    examples: [{ name: 'iris', password: 'secret' }],
  }),
  accounts: z
    .record(z.string(), words)
    .default({})
    .meta({
      description:
        'Passwords of accounts of agents there, by the name of the team. An account is called like the nick.',
      examples: [{ alpha: 'a-long-secret' }],
    }),
  nick: ircWord.default('iris').meta({ description: 'What Iris is called there.' }),
  nicks: z
    .string()
    .regex(/^[^\s:]*\{name\}[^\s]*$/, { error: 'a word with {name} in it' })
    .default('{name}')
    .meta({
      description: 'What agents are called there; {name} stands for the name.',
      examples: ['{name}-ai'],
    }),
  identity: z.enum(['connection', 'relaymsg', 'prefix']).default('connection').meta({
    description:
      'How agents speak there: each by a connection of its own; by RELAYMSG where the server offers it; or all through one connection, with the name before each line.',
  }),
  rooms: z
    .array(ircWord)
    .max(100)
    .default(['#*'])
    .meta({ description: 'Which rooms are carried: names, or beginnings of names that end in *.' }),
  keys: z
    .record(z.string(), ircWord)
    .default({})
    .meta({
      description: 'Keys of channels there that have one, by the name of the room.',
      examples: [{ '#project-alpha': 'a-key' }],
    }),
  people: z
    .array(ircWord)
    .max(100)
    .default([])
    .meta({
      description:
        'Accounts of yours there: what they say counts as said by you. The server vouches for them, so trust it.',
      examples: [['ann']],
    }),
  guests: z.enum(['heard', 'call']).default('heard').meta({
    description:
      'Whether everybody else there is only heard in the rooms, or may also wake an agent by a mention or a direct message.',
  }),
  maxLines: z
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .meta({ description: 'Of a longer message only so many lines are said there; all of it is in Iris.' }),
  flood: z
    .strictObject({
      burst: z.int().min(1).max(1000).default(5).meta({ description: 'So many lines at once.' }),
      perSecond: z.number().min(0.1).max(1000).default(2).meta({ description: 'Then so many each second.' }),
    })
    .prefault({})
    .meta({ description: 'How fast each connection speaks.' }),
  outbox: z.int().min(1).max(100_000).default(1000).meta({
    description: 'So many messages wait while the server is away; the oldest of more are given up.',
  }),
})

/** `channels:` where rooms are besides in Iris. */
export const channelsSection = z.strictObject({
  backend: z.enum(['embedded', 'irc']).default('embedded').meta({
    description: 'Whether rooms are in Iris alone, or also on an IRC server that is there already.',
  }),
  mirrorTells: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether what agents on a task are told and answer is also said in #work-….' }),
  irc: ircServer
    .optional()
    .meta({ description: 'The IRC server, with `backend: irc`.', examples: [{ host: 'irc.example.org' }] }),
})
