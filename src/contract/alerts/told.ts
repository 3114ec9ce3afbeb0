import { z } from 'zod'
import { fence } from '../fencing.ts'
import { Alert } from './schemas.ts'

/** An alert as a tool gives it: what names tasks and what agents did is fenced. */
export const AlertInTool = Alert.pick({
  alert: true,
  kind: true,
  severity: true,
  team: true,
  build: true,
  since: true,
  clearedAt: true,
}).extend({
  isAcknowledged: z.boolean(),
  told: z.string().describe('What is wrong, and the way out; lines that begin with "| " are quoted'),
})

export function alertInTool(found: Alert): z.infer<typeof AlertInTool> {
  const { alert, kind, severity, team, build, since, acknowledgedAt, clearedAt, words, advice } = found
  const told = fence([words, advice].filter(Boolean).join('\n'))
  return {
    alert,
    kind,
    severity,
    team,
    build,
    since,
    isAcknowledged: acknowledgedAt !== null,
    clearedAt,
    told,
  }
}
