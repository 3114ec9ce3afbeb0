import type { Client } from '../../client/index.ts'
import type { Ask, AskQuestion, CallInput, Permission } from '../../contract/plain.ts'
import { describeAsk } from '../views/index.ts'

/** An open ask as the monitor shows it. */
export type OpenAsk = Pick<
  Ask,
  'ask' | 'kind' | 'urgency' | 'team' | 'from' | 'session' | 'default' | 'rule' | 'askedAt' | 'expiresAt'
> & { title: string; detail: string; questions: AskQuestion[] }

/** What is answered to an ask. */
export type AnswerTo = Omit<CallInput<'answerAsk'>, 'ask'> & Pick<Ask, 'ask'>

/** Every open ask, the most urgent first. */
export async function readAsks(client: Client): Promise<OpenAsk[]> {
  const { permissions } = await client.call('listPermissions', {})
  return permissions.map(openAskOf).toSorted((a, b) => a.askedAt - b.askedAt)
}

/** Answers an ask; the first answer counts. */
export async function answerAsk(client: Client, { ask, choose, text }: AnswerTo): Promise<void> {
  const chosen = [choose ?? []].flat().join(', ')
  const isQuestion = chosen !== 'y' && chosen !== 'n'
  const message = text ?? (isQuestion ? chosen : undefined)
  await client.call('answerPermission', {
    ask,
    allow: isQuestion || chosen === 'y',
    ...(message ? { message } : {}),
  })
}

function openAskOf(permission: Permission): OpenAsk {
  const { ask, team, from, session, askedAt, tool } = permission
  const kind = tool === 'AskUserQuestion' ? 'question' : tool === 'ExitPlanMode' ? 'plan' : 'permission'
  const { title, detail } = describeAsk(permission)
  const said = kind === 'question' ? [] : [option('y', 'Allow'), option('n', 'Deny')]
  const questions = [{ question: title, header: '', options: said, multiSelect: false, freeText: true }]
  const rest = { urgency: 'normal' as const, default: null, rule: null, expiresAt: null }
  return { ask, kind, team, from, session, askedAt, title, detail, questions, ...rest }
}

function option(key: string, label: string): AskQuestion['options'][number] {
  return { key, label, description: '', recommended: false }
}
