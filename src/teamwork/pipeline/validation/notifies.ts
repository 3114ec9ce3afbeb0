import type { Notifies } from '../../../contract/index.ts'
import { counted } from '../../../contract/plain.ts'

/** What of validations people are told who do not look: one that did not pass. What passed is told as a question is. */
export const validationNotifies: Notifies = {
  'validation.ended'({ data: { validation, of, team, state, words, issues } }) {
    if (state === 'passed' || state === 'cancelled') return undefined
    const found = issues === 0 ? '' : ` ${counted(issues, 'issue')}.`
    return {
      kind: 'build',
      team,
      title: `The validation of ${of} ${state === 'held' ? 'waits for you' : `is ${state}`}`,
      text: `${words}${found} See: iris validate show ${validation}`,
      link: '/health',
      urgency: 'normal',
      subject: validation,
    }
  },
}
