import { calledOf, treeOf, type Client } from '../../client/index.ts'
import { parseEventData, type EventEnvelope, type Run } from '../../contract/index.ts'
import { activityOf, toldTypes } from './activity.ts'
import type { Screen } from './screen.ts'

/** Shows a run until it is over: what happens line by line, and who works on what below. */
export async function watchRun(client: Client, run: Run, screen: Screen): Promise<Run> {
  const names = new Map<string, string>()
  let latest = run
  screen.live(() => treeOf(latest, Date.now()).map((line) => `  ${line}`))
  const types = [...toldTypes, 'run.ended']
  for await (const event of client.events({ types, run: run.run })) {
    noteName(names, event)
    const activity = activityOf(event, (teammate) => names.get(teammate) ?? teammate)
    if (activity) screen.activity(activity)
    latest = await client.call('getRun', { run: run.run })
    if (event.type === 'run.ended') break
  }
  screen.live()
  return latest
}

function noteName(names: Map<string, string>, event: EventEnvelope): void {
  if (event.type !== 'teammate.started') return
  const started = parseEventData(event.type, event.data)
  names.set(started.teammate, calledOf(started))
}
