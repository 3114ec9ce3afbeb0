import { existsSync } from 'node:fs'
import { agentMark, IrisError } from '../../contract/plain.ts'
import type { Environment } from '../../platform/config/plain.ts'

/**
 * Refuses a command that an agent of this home runs: with the token of the home it would act as the person the agent
 * works for, and answer its own asks. Who wants to get around this can; what it stops is the agent that means well.
 */
export function refuseInsideAgent({ home, variables }: Environment): void {
  const [agent = ''] = (variables[agentMark] ?? '').split('.')
  if (!/^[\w-]+$/.test(agent) || !existsSync(`${home}/pipe/${agent}.json`)) return
  throw new IrisError('INSIDE_AGENT', 'This runs inside an agent of Iris, which cannot act as you.')
}
