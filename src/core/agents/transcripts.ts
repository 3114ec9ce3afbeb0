import { join } from 'node:path'
import type { Projects } from '../../platform/projects/index.ts'
import type { AgentSpec, Conversation } from '../transport/index.ts'

const maxFolders = 5000

/**
 * A conversation that goes on in another folder, by the file that the CLI keeps it in. By its id the CLI finds it only
 * from the folder where it began, or from a worktree beside that while that is there.
 */
export async function movedConversation(
  projects: Pick<Projects, 'list' | 'look'>,
  { conversation, env }: Pick<AgentSpec, 'conversation' | 'env'>,
): Promise<Conversation> {
  if (conversation.how !== 'resumed') return conversation
  const home = env['CLAUDE_CONFIG_DIR'] ?? join(env['HOME'] ?? '', '.claude')
  const { names } = await projects.list(home, 'projects', maxFolders)
  for (const name of names) {
    const file = join('projects', name, `${conversation.id}.jsonl`)
    if ((await projects.look(home, file)) !== undefined) return { ...conversation, file: join(home, file) }
  }
  return conversation
}
