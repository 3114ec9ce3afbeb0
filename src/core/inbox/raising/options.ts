import type { AskOption, AskQuestion } from '../../../contract/index.ts'

const keys = '123456789abcdefghijklmnopqrstuvwxyz'

/** Labels that mean something to Iris itself. */
export const labels = {
  allow: 'Allow',
  always: 'Always allow',
  deny: 'Deny',
  approve: 'Approve',
  sendBack: 'Send back',
} as const

/** A permission is allowed, denied, or allowed from now on when the grant for that can be shown. */
export function permissionQuestion(text: string, grant: string | null): AskQuestion {
  const always = grant === null ? [] : [option('a', labels.always, `Do not ask this team again: ${grant}`)]
  return {
    question: text,
    header: '',
    options: [option('y', labels.allow, 'This once'), ...always, option('n', labels.deny, 'And say why')],
    multiSelect: false,
    freeText: true,
  }
}

/** A plan is approved, or sent back with what to change; one without a word can only be sent back. */
export function planQuestion(plan: string): AskQuestion {
  const approve = plan.trim() === '' ? [] : [option('y', labels.approve, 'The agent carries it out')]
  return {
    question: plan,
    header: '',
    options: [...approve, option('n', labels.sendBack, 'The agent plans again')],
    multiSelect: false,
    freeText: true,
  }
}

/** A question with a keystroke for each option. */
export function keyedQuestion(
  question: Omit<AskQuestion, 'options'> & { options: readonly Omit<AskOption, 'key'>[] },
): AskQuestion {
  const options = question.options
    .slice(0, keys.length)
    .map((entry, place) => ({ ...entry, key: keys.charAt(place) }))
  return { ...question, options }
}

function option(key: string, label: string, description: string): AskOption {
  return { key, label, description, recommended: false }
}
