/** What can be done about a session that does not fare well. */
export type Recovery = 'restart' | 'new_conversation' | 'nothing'

/** What goes wrong again and again. */
export type Trouble = 'errors' | 'crashes' | 'silence'

/** What is wrong, what a person can do about it, and what Iris offers to do. */
export interface Remedy {
  words: string
  advice: string
  /** The first is what is proposed. */
  offers: readonly Recovery[]
}

const login =
  'Sign in with `claude auth login` in a terminal, or set ANTHROPIC_API_KEY under claude.env in config.yaml. The next tell uses it.'

/** By the word that the end of the turn gives for its failure. */
const byCause: Readonly<Record<string, Remedy>> = {
  auth: { words: 'it is not logged in', advice: login, offers: ['restart', 'nothing'] },
  billing: {
    words: 'its account has no credit',
    advice: 'Add credit to the account; a new conversation would not help.',
    offers: ['nothing'],
  },
  overloaded: {
    words: 'the model is overloaded',
    advice: 'Wait a while and tell it again; a new conversation would not help.',
    offers: ['nothing'],
  },
  server: {
    words: 'the model has a fault',
    advice: 'Wait a while and tell it again; a new conversation would not help.',
    offers: ['nothing'],
  },
  unreachable: {
    words: 'the model cannot be reached',
    advice: 'Check the network and its proxy; then tell it again.',
    offers: ['restart', 'nothing'],
  },
  'model-unknown': {
    words: 'its model is unknown',
    advice: 'Correct the model of the team in config.yaml; the next tell uses it.',
    offers: ['restart', 'nothing'],
  },
  'prompt-too-long': {
    words: 'its conversation is too long',
    advice: 'A new conversation begins empty; what was said stays on record.',
    offers: ['new_conversation', 'nothing'],
  },
  start: {
    words: 'its agent ends before it begins',
    advice:
      'Try `claude` in the folder of the team and correct what it complains of; then restart its agent.',
    offers: ['restart', 'nothing'],
  },
}

const byTrouble: Readonly<Record<Trouble, Remedy>> = {
  errors: {
    words: 'its turns keep failing',
    advice: 'Read the last of them; a new conversation often helps.',
    offers: ['new_conversation', 'restart', 'nothing'],
  },
  crashes: {
    words: 'its agent keeps dying',
    advice: 'Look whether the machine has memory left; a new process goes on with the conversation.',
    offers: ['restart', 'new_conversation', 'nothing'],
  },
  silence: {
    words: 'its agent falls silent again and again',
    advice: 'A new process goes on with the conversation; responseTimeout says how long it may be silent.',
    offers: ['restart', 'new_conversation', 'nothing'],
  },
}

/** What to do about a trouble, by its cause where that is known. */
export function remedyFor(trouble: Trouble, cause: string | undefined): Remedy {
  const known = trouble === 'errors' && cause !== undefined && Object.hasOwn(byCause, cause)
  return (known ? byCause[cause] : undefined) ?? byTrouble[trouble]
}

/** Why a model of Iris gave no answer, with the way out where its cause has one. */
export function failedModel({ message, reason }: { message: string; reason: string }): string {
  const words = `The model failed: ${message.slice(0, 300).replace(/[.\s]+$/, '')}.`
  const { advice } = byCause[reason] ?? {}
  return advice === undefined ? words : `${words} ${advice}`
}
