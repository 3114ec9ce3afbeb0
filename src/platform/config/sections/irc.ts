import { z } from 'zod'

/** `irc:` the rooms by IRC. */
export const ircSection = z.strictObject({
  port: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .meta({
      description: 'Where IRC clients come in; without it none do. `iris irc on` sets it. 0: any free port.',
      examples: [6667],
    }),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta({ description: 'Where to listen. Elsewhere than on this machine only with a certificate.' }),
  cert: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'File with the certificate, for TLS.', examples: ['/etc/iris/cert.pem'] }),
  key: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'File with its key.', examples: ['/etc/iris/key.pem'] }),
})
