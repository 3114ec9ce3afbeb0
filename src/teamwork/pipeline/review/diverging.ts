import type { RulingId } from '../../../contract/index.ts'
import { divergenceDoor } from '../../../core/rules/index.ts'
import type { ReviewContext } from './context.ts'
import type { Divergence } from './divergence.ts'
import type { StoredVerdict, TaskResult } from './rows.ts'

type Inputs = Parameters<typeof divergenceDoor.decide>[0]
interface Ruled {
  ruling: RulingId
  differs: Divergence[]
}

/** Asks the rule about a build. Each of its tasks is something that was wanted; one that is complete covers itself. */
export function diverge(
  context: Pick<ReviewContext, 'rulings'>,
  about: {
    key: string
    tasks: readonly (Pick<TaskResult, 'task' | 'outcome' | 'planned'> & { key: string })[]
    changed: readonly string[]
  },
): Ruled {
  const planned = new Set(about.tasks.flatMap((task) => task.planned.map(({ path }) => path)))
  return rule(context, about.key, {
    planned_files: [...planned].toSorted(),
    touched_files: [...about.changed],
    requirements: about.tasks.map(({ key, task, outcome }) => ({
      id: key,
      covered_by: outcome === 'complete' ? [task] : [],
    })),
  })
}

/** Asks it again about what differs, with what people said of it. */
export function judgeAgain(
  context: Pick<ReviewContext, 'rulings'>,
  about: { key: string; differs: readonly Divergence[]; verdicts: readonly StoredVerdict[] },
): Ruled {
  const of = (type: Divergence['type']): string[] =>
    about.differs.flatMap((one) => (one.type === type ? one.subject : []))
  return rule(context, about.key, {
    planned_files: of('omission'),
    touched_files: of('addition'),
    changed_approach: of('modification'),
    requirements: of('missing').map((id) => ({ id })),
    verdicts: about.verdicts.map(({ subject, verdict, evidence }) => ({ subject, verdict, evidence })),
  })
}

function rule({ rulings }: Pick<ReviewContext, 'rulings'>, about: string, inputs: Inputs): Ruled {
  const { ruling, outcome } = rulings.rule(divergenceDoor, { inputs, about })
  return { ruling, differs: outcome.divergences }
}
