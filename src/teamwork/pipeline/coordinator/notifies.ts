import type { EventData, News, Notifies } from '../../../contract/index.ts'

/** That an agent was interrupted, and that a decision waits that nobody has taken; other questions are news by themselves. */
export const coordinatorNotifies: Notifies = {
  'coordinator.decided'({ data }) {
    if (data.action === 'INTERRUPT') return newsOf(data, `Iris interrupted the agent of ${data.about}`)
    const isToldAgain = data.kind === 'decision' && data.action === 'ESCALATE' && data.times > 1
    return isToldAgain ? newsOf(data, `A decision still waits for you`) : undefined
  },
}

function newsOf(
  { subject, team, build, why, times, ask }: EventData<'coordinator.decided'>,
  title: string,
): News {
  const link = ask !== null ? `/inbox?ask=${ask}` : build === null ? '/health' : `/builds/${build}`
  return { kind: 'alert', team, title, text: why, link, urgency: 'normal', subject: `${subject} ${times}` }
}
