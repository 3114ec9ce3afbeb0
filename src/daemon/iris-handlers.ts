import { IrisError, type irisCalls } from '../contract/index.ts'
import type { Handlers } from '../surface/http/index.ts'
import type { IrisAgent } from '../teamwork/intelligence/index.ts'

type Asked = Pick<IrisAgent, 'ask' | 'mayBeAsked' | 'messages'>

/** The handlers of the calls in `irisCalls`. */
export type IrisHandlers = Pick<Handlers, keyof typeof irisCalls>

/** What the calls to the Iris agent do. */
export function createIrisHandlers(iris: Asked | undefined): IrisHandlers {
  const there = (): Asked => {
    if (!iris) throw new IrisError('IRIS_DISABLED', 'The Iris agent is not there.')
    return iris
  }
  return {
    askIris: (input) => there().ask(input),
    readIrisMessages: (query) => ({
      messages: there().messages(query),
      mayAsk: there().mayBeAsked(),
    }),
  }
}
