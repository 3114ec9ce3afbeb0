import { z } from 'zod'
import { newsKinds } from './news-kinds.ts'
import { words } from './text.ts'

const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'an http or https address',
  })
  .meta({ title: 'an http or https address' })
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time of day in quotes: "22:30"' })
const mailbox = z
  .string()
  .regex(/^[^\r\n@]*[^\s@<]+@[^\s@>]+>?$/, { error: 'an email address, or a name with one in <>' })

const quietHours = z.strictObject({
  from: timeOfDay.meta({ description: 'When they begin, in local time.', examples: ['22:00'] }),
  to: timeOfDay.meta({ description: 'When they end.', examples: ['07:00'] }),
  urgentToo: z.boolean().default(true).meta({
    description: 'Whether urgent asks wait for their end as well; otherwise they are sent all the same.',
  }),
})

const webhook = z.strictObject({
  url: httpUrl.meta({
    description: 'Gets a POST with JSON for each notification.',
    examples: ['https://hooks.example/iris'],
  }),
  secret: words.optional().meta({
    description: 'Signs the body: `x-iris-signature: sha256=…` is its HMAC.',
    examples: ['a-long-secret'],
  }),
})

const ntfy = z.strictObject({
  server: httpUrl.default('https://ntfy.sh').meta({ description: 'The ntfy server.' }),
  topic: z
    .string()
    .regex(/^[-\w]{1,64}$/, { error: 'letters, digits, "-" and "_", at most 64' })
    .meta({
      description: 'The topic you subscribe to; whoever knows it can read it.',
      examples: ['iris-3f9c'],
    }),
  token: words.optional().meta({ description: 'An access token of the server.', examples: ['tk_3f9c'] }),
})

const telegram = z.strictObject({
  token: words.meta({ description: 'The token of your bot.', examples: ['123456:ABC-DEF'] }),
  chat: z
    .string()
    .regex(/^-?\d+$/, { error: 'the id of a chat in quotes, such as "123456789"' })
    .meta({ description: 'The chat that is told and may answer; nobody else may.', examples: ['123456789'] }),
  server: httpUrl.default('https://api.telegram.org').meta({ description: 'The Bot API server.' }),
})

const email = z.strictObject({
  host: words.meta({ description: 'The SMTP server.', examples: ['smtp.example.org'] }),
  port: z.int().min(1).max(65_535).default(465).meta({ description: 'Its port.' }),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .default('tls')
    .meta({ description: 'How the connection is protected: from the start, by STARTTLS, or not at all.' }),
  user: words.optional().meta({ description: 'Whom to log in as.', examples: ['you@example.org'] }),
  password: words.optional().meta({ description: 'With which password.', examples: ['secret'] }),
  from: mailbox.meta({ description: 'The sender.', examples: ['Iris <iris@example.org>'] }),
  to: mailbox.meta({ description: 'The recipient.', examples: ['you@example.org'] }),
})

/** `notifications:` how you are told of what waits for you; which of these are used says `alertMethods`. */
export const notificationsSection = z.strictObject({
  kinds: newsKinds
    .prefault({})
    .meta({ description: 'What you are told; a team may differ: `teams.<name>.notifications`.' }),
  leastUrgency: z
    .enum(['low', 'normal', 'high'])
    .default('normal')
    .meta({ description: 'What is less urgent stays in the inbox and is not sent.' }),
  quietHours: quietHours.optional().meta({
    description: 'When nothing is sent; what still waits is sent at their end.',
    examples: [{ from: '22:00', to: '07:00' }],
  }),
  webhook: webhook
    .optional()
    .meta({ description: 'A program of your own.', examples: [{ url: 'https://hooks.example/iris' }] }),
  ntfy: ntfy.optional().meta({ description: 'ntfy, to your phone.', examples: [{ topic: 'iris-3f9c' }] }),
  telegram: telegram.optional().meta({
    description: 'A Telegram bot, with buttons to answer.',
    examples: [{ token: '123456:ABC-DEF', chat: '123456789' }],
  }),
  email: email.optional().meta({
    description: 'Email by SMTP.',
    examples: [{ host: 'smtp.example.org', from: 'iris@example.org', to: 'you@example.org' }],
  }),
})
