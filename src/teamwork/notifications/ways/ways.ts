import type { AlertMethodName } from '../../../contract/index.ts'
import type { CompiledConfig, Environment } from '../../../platform/config/index.ts'
import type { Send } from '../notification.ts'
import { desktopWay } from './desktop.ts'
import { emailWay } from './email.ts'
import { ntfyWay } from './ntfy.ts'
import { telegramWay } from './telegram.ts'
import { webhookWay } from './webhook.ts'

/** How a method sends, with the settings as they are now; undefined when it has none. */
export function wayOf(
  method: AlertMethodName,
  deps: { config: () => CompiledConfig; environment: Environment; platform?: NodeJS.Platform },
): Send | undefined {
  const { webhook, ntfy, telegram, email } = deps.config().notifications
  const { variables, home: cwd } = deps.environment
  switch (method) {
    case 'desktop':
      return desktopWay({ variables, cwd, platform: deps.platform ?? process.platform })
    case 'webhook':
      return webhook && webhookWay(webhook)
    case 'ntfy':
      return ntfy && ntfyWay(ntfy)
    case 'telegram':
      return telegram && telegramWay(telegram)
    case 'email':
      return email && emailWay(email)
    default:
      return method satisfies never
  }
}
