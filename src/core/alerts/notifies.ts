import type { EventData, News, Notifies } from '../../contract/index.ts'
import type { Alerts } from './alerts.ts'

/** Who does not look is told of a new alert and of one that grew worse, unless it is over or somebody knows of it. */
export function alertNotifies(alerts: Pick<Alerts, 'get'>): Notifies {
  const tell = ({
    alert,
    kind,
    severity,
    words,
    advice,
    team,
    build,
  }: EventData<'alert.opened'>): News | undefined => {
    // The account and budgets have news of their own.
    if (kind === 'quota' || kind === 'budget') return undefined
    const { clearedAt, acknowledgedAt } = alerts.get(alert)
    if (clearedAt !== null || acknowledgedAt !== null) return undefined
    const link = build === null ? '/health' : `/builds/${build}`
    const urgency = severity === 'critical' ? 'high' : severity === 'problem' ? 'normal' : 'low'
    return { kind: 'alert', team, title: words, text: advice, link, urgency, subject: alert }
  }
  return { 'alert.opened': ({ data }) => tell(data), 'alert.changed': ({ data }) => tell(data) }
}
