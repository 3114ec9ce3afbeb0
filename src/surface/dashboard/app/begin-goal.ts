import type { Client } from '../../../client/index.ts'
import type { Size } from '../../../contract/plain.ts'

/** Where what was begun is seen. */
export interface Begun {
  path: string
}

/** Begins a goal in the size that somebody chose. */
export async function beginGoal(
  client: Client,
  size: Size,
  { team, goal }: { team: string; goal: string },
): Promise<Begun> {
  const begins: Record<Size, () => Promise<string>> = {
    async tell() {
      const { session } = await client.call('tellTeam', { to: team, message: goal, timeout: -1 })
      return session === undefined ? '/' : `/sessions/${session}`
    },
    async run() {
      return `/runs/${(await client.call('startRun', { team, goal })).run}`
    },
    async build() {
      return `/specs/${(await client.call('createSpec', { team, goal })).key}`
    },
    async idea() {
      return `/ideas/${(await client.call('createIdea', { text: goal })).idea}`
    },
    async org() {
      const { project } = await client.call('startOrg', { team })
      await client.call('postMessage', { channel: `#project-${project}`, body: `TASK: ${goal}` })
      return '/org'
    },
  }
  return { path: await begins[size]() }
}
