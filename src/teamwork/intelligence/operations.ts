import { IrisError, type irisNoun, type OperationsOf } from '../../contract/index.ts'
import type { IrisAgent } from './agent.ts'

type Asked = Pick<IrisAgent, 'ask' | 'offBy' | 'messages'>

/** What can be asked of the Iris agent. */
export function irisOperations(iris: Asked | undefined): OperationsOf<typeof irisNoun> {
  const there = (): Asked => {
    if (!iris) throw new IrisError('IRIS_DISABLED', 'The Iris agent is not there.')
    return iris
  }
  return {
    askIris: (input) => there().ask(input),
    readIrisMessages(query) {
      const offBy = there().offBy() ?? null
      return { messages: there().messages(query), mayAsk: offBy === null, offBy }
    },
  }
}
