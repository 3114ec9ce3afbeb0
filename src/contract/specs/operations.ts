import { z } from 'zod'
import { IdeaId, IdeaName } from '../ideas/schemas.ts'
import { operation, people, peopleAndDelegates, readersAndDelegates } from '../operation.ts'
import { TeamName } from '../teams/schemas.ts'
import { Spec, SpecComment, SpecEdit, SpecLane, SpecName, SpecScope, WholeSpec } from './schemas.ts'
import { specInTool, SpecInTool, wholeSpecInTool } from './told.ts'

const OfSpec = z.object({ spec: SpecName })

/** As every tool, it says how it went; how the spec is stands inside, with its words fenced. */
const shown = {
  shape: z.object({ status: z.literal('ok'), spec: SpecInTool }),
  from: (spec: Spec) => ({ status: 'ok' as const, spec: specInTool(spec) }),
}

/** What can be done with specs. */
export const operations = {
  createSpec: operation({
    summary: 'Has a spec written for a goal; it comes to you before anything is built',
    input: z.object({
      team: TeamName,
      goal: z.string().trim().min(1).max(20_000).optional().describe('May be left out with an idea'),
      idea: IdeaName.optional().describe('An idea with a brief; all that was written down of it is heeded'),
      scope: SpecScope.default('mvp'),
      check: z.string().trim().min(1).max(4000).optional().describe('Proves tasks that declare no check'),
      lane: SpecLane.optional().describe('Left out: by the size of the goal'),
    }),
    output: Spec,
    for: peopleAndDelegates,
    tool: { name: 'spec_begin', title: 'Have a spec written', effect: 'starts', output: shown },
  }),
  listSpecs: operation({
    summary: 'The specs, the newest first',
    input: z.object({
      team: TeamName.optional(),
      idea: IdeaId.optional().describe('Only those that are made from this idea'),
      state: z.enum(['open', 'all']).default('all').describe('`open`: neither approved nor dropped'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ specs: z.array(Spec) }),
    for: readersAndDelegates,
    tool: {
      name: 'spec_list',
      title: 'List specs',
      effect: 'reads',
      output: {
        shape: z.object({ status: z.literal('ok'), specs: z.array(SpecInTool) }),
        from: ({ specs }) => ({ status: 'ok', specs: specs.map((spec) => specInTool(spec)) }),
      },
    },
  }),
  getSpec: operation({
    summary: 'One spec with its documents, its tasks and what was found in it',
    input: OfSpec,
    output: WholeSpec,
    for: readersAndDelegates,
    tool: {
      name: 'spec_show',
      title: 'Show a spec',
      effect: 'reads',
      output: { shape: shown.shape, from: (spec) => ({ status: 'ok', spec: wholeSpecInTool(spec) }) },
    },
  }),
  approveSpec: operation({
    summary: 'Approves a spec: its tasks become tasks of the project, and a build of them starts',
    input: OfSpec.extend({
      revision: z.int().min(1).optional().describe('Refused when there is a later one'),
      build: z.boolean().default(true).describe('False: it is built later'),
    }),
    output: Spec,
    for: people,
    tool: {
      name: 'spec_approve',
      title: 'Approve a spec',
      effect: 'answers',
      description:
        'Approves a spec in the name of the person, only after they said yes to what `spec_show` gave: its tasks are built, and their checks are commands that run.',
      output: shown,
    },
  }),
  reviseSpec: operation({
    summary: 'Sends a spec back with comments on its lines, or on all of it',
    input: OfSpec.extend({ comments: z.array(SpecComment).min(1).max(100) }),
    output: Spec,
    for: people,
    tool: { name: 'spec_back', title: 'Send a spec back', effect: 'answers', output: shown },
  }),
  dropSpec: operation({
    summary: 'Drops a spec that is not approved',
    input: OfSpec,
    output: Spec,
    for: people,
  }),
  buildSpec: operation({
    summary: 'Builds an approved spec: starts a build, resumes a paused one, or tries again what failed',
    input: OfSpec,
    output: Spec,
    for: people,
  }),
  exportSpec: operation({
    summary: 'Writes spec.md and tasks.md into the repository; files that somebody edited are left',
    input: OfSpec,
    output: z.object({ folder: z.string(), written: z.array(z.string()) }),
    for: people,
  }),
  readSpecEdits: operation({
    summary: 'What somebody changed in the files of a spec; with `take` it becomes the next revision',
    input: OfSpec.extend({ take: z.boolean().default(false) }),
    output: z.object({ edits: z.array(SpecEdit), taken: z.boolean(), spec: Spec }),
    for: people,
  }),
}
