import type { Client } from '../../client/index.ts'
import { parseEventData, type Build, type EventEnvelope } from '../../contract/index.ts'
import { stateOfWork } from '../../surface/views/index.ts'
import type { Screen } from './screen.ts'
import { newsOf, wayTypes } from './way-news.ts'

/** Shows what happens, line by line, and the tasks of the build under way below. */
export interface Following {
  /** Until an event of this type is heard; what was heard before does not count. */
  until(type: (typeof wayTypes)[number]): Promise<EventEnvelope>
  /** Lets go of the log and of the screen. */
  end(): Promise<void>
}

/** Follows the log after a number; each event is heard once, whenever it is waited for. */
export function follow(
  { client, screen, signal }: { client: Client; screen: Screen; signal: AbortSignal },
  after: number,
): Following {
  const types = [...wayTypes, 'work.moved']
  const events = client.events({ types, after, signal })[Symbol.asyncIterator]()
  const failures = new Map<string, number>()
  let build: Build | undefined
  screen.live(() => (build && build.endedAt === null ? linesOf(build) : []))

  return {
    async until(type) {
      for (;;) {
        const { value: event } = await events.next()
        signal.throwIfAborted()
        if (!event) throw new Error('the log ended')
        const news = newsOf(event, failures)
        if (news) screen.activity(news)
        noteFailure(event)
        await look(event)
        if (event.type === type) return event
      }
    },
    async end() {
      screen.live()
      await events.return?.()
    },
  }

  function noteFailure({ type, data }: EventEnvelope): void {
    if (type !== 'work.failed') return
    const { taskKey } = parseEventData(type, data)
    failures.set(taskKey, (failures.get(taskKey) ?? 0) + 1)
  }

  async function look({ type, data }: EventEnvelope): Promise<void> {
    if (type !== 'work.moved' && type !== 'build.started' && type !== 'build.ended') return
    const { key } = parseEventData(type, data)
    build = await client.call('getBuild', { build: key })
  }
}

function linesOf({ tasks }: Build): string[] {
  return tasks.map(
    (task, place) =>
      `  ${place === tasks.length - 1 ? '└─' : '├─'} ${task.key.padEnd(10)} ${stateOfWork(task).words.padEnd(16)} ${task.title}`,
  )
}
