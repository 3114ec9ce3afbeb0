import { newId } from '../../../contract/index.ts'
import { readRoles, roleNamed } from '../../../core/agents/index.ts'
import type { RunningAgent } from '../../../core/transport/index.ts'
import type { OpenStage } from './rows.ts'
import type { StageContext } from './context.ts'

/** Starts the CLI for a stage. Which agent that is to be is written down first, so that a crash leaves none unknown. */
export async function launch(
  { rows, clock, agents, projects, config }: StageContext,
  stage: OpenStage,
): Promise<{ stage: OpenStage; agent: RunningAgent }> {
  const { role, setup } = stage
  const { prompt, from, ...own } = roleNamed(await readRoles(projects, setup.project), role)
  const model = own.model ?? config().agent.model
  const id = newId('agt', clock.now())
  // The CLI refuses a conversation that a process before this one may have begun.
  const conversation = stage.agent === null ? stage.conversation : globalThis.crypto.randomUUID()
  if (stage.agent !== null) agents.forget(stage.agent)
  rows.setAgent(stage.stage, { agent: id, model, conversation })
  const agent = await agents.launchStage({
    id,
    conversation,
    role,
    model,
    system: prompt,
    // Agents can write the files of a project, and a stage asks nobody before it uses a tool.
    tools: setup.tools ?? (from === 'iris' ? own.tools : null) ?? [],
    outputSchema: setup.outputSchema,
    folder: setup.folder,
  })
  return { stage: { ...stage, agent: id, model, conversation }, agent }
}

/** Its message is about to be put. Once, also when an agent is taken up that it was put to before. */
export function noteAsked(
  { rows, log, clock }: StageContext,
  { stage, role, subject, model }: OpenStage,
): void {
  if (rows.get(stage)?.askedAt !== null) return
  log.write((append) => {
    rows.setAsked(stage, clock.now())
    append({ type: 'stage.asked', data: { stage, role, subject, model: model ?? '' } })
  })
}
