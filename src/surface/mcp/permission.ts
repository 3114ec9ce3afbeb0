import { z } from 'zod'
import { AskId, Permission } from '../../contract/index.ts'
import { PageLimit, pageOf } from './paging.ts'
import { defineTool, forRoles, hints } from './tool.ts'

const list = defineTool({
  name: 'permission_list',
  title: 'List permissions',
  description: 'What agents ask permission for, oldest first, in pages; only open ones unless `all`.',
  input: z.object({
    all: z.boolean().default(false).describe('Also those that were answered'),
    after: AskId.optional().describe('`next` of the page before'),
    limit: PageLimit,
  }),
  output: z.object({
    status: z.literal('ok'),
    permissions: z.array(Permission),
    total: z.int(),
    next: z.string().nullable(),
  }),
  annotations: hints.reads,
  roles: forRoles.lookers,
  run({ orchestrator }, { all, after, limit }) {
    const found = orchestrator.permissions(all ? {} : { open: true })
    const { page, next } = pageOf(found, ({ ask }) => ask, { after, limit })
    return { status: 'ok', permissions: page, total: found.length, next }
  },
})

const answer = defineTool({
  name: 'permission_answer',
  title: 'Answer a permission',
  description:
    'Allows or denies what an agent asks for; the agent goes on at once. The first answer counts. An agent may answer only what was forwarded to it.',
  input: z.object({
    ask: AskId,
    allow: z.boolean(),
    message: z.string().max(10_000).optional().describe('With a denial: what to do instead'),
  }),
  output: z.object({ status: z.enum(['allowed', 'denied']), permission: Permission }),
  annotations: { ...hints.tells, destructiveHint: true },
  roles: forRoles.members,
  async run({ orchestrator, caller }, { ask, allow, message }) {
    const permission = await orchestrator.permit(caller, ask, {
      allow,
      ...(message === undefined ? {} : { message }),
    })
    return { status: allow ? 'allowed' : 'denied', permission }
  },
})

/** Tools for what agents wait for. */
export const permissionTools = [list, answer]
