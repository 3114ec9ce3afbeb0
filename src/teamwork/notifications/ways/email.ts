import type { NotificationSettings } from '../../../platform/config/index.ts'
import type { Send } from '../notification.ts'

const limit = 10_000

/** Sends an email by SMTP; the texts are plain, with nothing that a mail program would load or run. */
export function emailWay(settings: NonNullable<NotificationSettings['email']>): Send {
  const { host, port, security, user, password, from, to } = settings
  return async ({ title, body, options, items, url }) => {
    // Loaded here because most daemons never send one.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      connectionTimeout: limit,
      greetingTimeout: limit,
      socketTimeout: limit,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const choices = options.map(({ label }) => `- ${label}`).join('\n')
      const isAsk = items[0]?.news.ask !== undefined
      const way = isAsk ? `Answer at ${url} or with: iris inbox answer` : `See ${url}`
      const text = [body, choices, way].filter(Boolean).join('\n\n')
      await transport.sendMail({ from, to, subject: title.replaceAll(/\s+/g, ' '), text })
    } finally {
      transport.close()
    }
    return undefined
  }
}
