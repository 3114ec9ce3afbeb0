import { text as textOf } from 'node:stream/consumers'
import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, money, type CallOutput, type Size } from '../../../contract/plain.ts'
import { sizeWords } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { canAsk } from '../confirmation.ts'
import { openKeys } from '../keys.ts'
import { table } from '../table.ts'
import { newIdea } from './idea.ts'
import { startRun } from './run.ts'
import { newSpec } from './spec.ts'
import { tell } from './tell.ts'
import { startWork } from './work.ts'

type Proposal = CallOutput<'proposeSize'>

/** What the user typed. */
export interface NewOptions {
  words: readonly string[]
  team: string
  as?: string
  yes?: boolean
}

/** A goal, what is proposed for it, and whose project it is about. */
interface Goal {
  client: Client
  team: string
  goal: string
  proposal: Proposal
}

/** Proposes the smallest size for a goal and begins what the person chooses. */
export async function startNew(context: CommandContext, options: NewOptions): Promise<number> {
  const { words, team } = options
  const goal = words.length === 1 && words[0] === '-' ? await textOf(process.stdin) : words.join(' ')
  if (goal.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The goal has no text.')
  const client = await connectOrStart(context)
  const proposal = await client.call('proposeSize', { team, goal })
  const given = { client, team, goal, proposal }
  if (options.as !== undefined) return begin(context, sizeOf(options.as, proposal), given)
  if (options.yes) return begin(context, proposal.size, given)
  context.output.result(proposal, () => showProposal(context, proposal))
  if (!canAsk(context)) return exitCodes.ok
  const chosen = await choose(context, proposal)
  return chosen === undefined ? exitCodes.ok : begin(context, chosen, given)
}

function sizeOf(word: string, { sizes }: Proposal): Size {
  const found = sizes.find(({ size }) => size === word)
  if (found) return found.size
  const known = sizes.map(({ size }) => size).join(', ')
  throw new IrisError('USAGE', `--as takes ${known}, not ${JSON.stringify(word)}.`)
}

function showProposal({ output }: CommandContext, { size, why, sizes }: Proposal): void {
  const { paint, width } = output
  output.line(`${paint('bold', sizeWords[size].name)} fits: ${why}.`)
  output.line()
  const rows = sizes.map(({ size: other, costUsd, past }) => [
    `${other === size ? paint('green', '●') : ' '} ${other}`,
    sizeWords[other].what,
    costUsd === null ? '–' : `${money(costUsd)}, the median of ${past}`,
  ])
  for (const line of table({ heading: ['  size', 'what it is', 'cost before'], rows }, { paint, width }))
    output.line(line)
  output.line()
  output.line(`Begin it: the same with --yes, or --as ${sizes.map(({ size: name }) => name).join('|')}`)
}

/** Enter takes what is proposed, a first letter another size; any other key leaves. */
async function choose({ output }: CommandContext, { size, sizes }: Proposal): Promise<Size | undefined> {
  const keys = openKeys(process.stdin)
  try {
    const letters = sizes.map(({ size: name }) => `${name.charAt(0)} ${name}`).join(', ')
    output.note(output.paint('dim', `Enter begins the ${size}; ${letters}; q leaves`))
    const key = await keys.next()
    if (key === '\r' || key === '\n') return size
    return sizes.find(({ size: name }) => name.charAt(0) === key)?.size
  } finally {
    keys.close()
  }
}

function begin(context: CommandContext, size: Size, { client, team, goal, proposal }: Goal): Promise<number> {
  const begins: Record<Size, () => Promise<number>> = {
    tell: () => tell(context, { team, words: [goal] }),
    run: () => startRun(context, { team, words: [goal], evidenceFile: [], evidenceCommand: [] }),
    build: () => (proposal.taskFile === null ? specify() : work(proposal.taskFile)),
    idea: () => newIdea(context, { words: [goal] }),
    org: () => handToOrg(context, { client, team, goal }),
  }
  return begins[size]()

  function specify(): Promise<number> {
    return newSpec(context, { words: [goal], team, scope: 'mvp' })
  }
  function work(file: string): Promise<number> {
    return startWork(context, { words: [file], team, parallel: '2', limitTime: '120', limitFailures: '3' })
  }
}

/** Starts the organisation if it rests, and puts the goal where its manager takes tasks from. */
async function handToOrg(
  { output }: CommandContext,
  { client, team, goal }: Pick<Goal, 'client' | 'team' | 'goal'>,
): Promise<number> {
  const { project } = await client.call('startOrg', { team })
  const room = `#project-${project}`
  const message = await client.call('postMessage', { channel: room, body: `TASK: ${goal}` })
  output.result(message, () => {
    output.line(`Said in ${room}. The organisation of ${project} takes it up.`)
    output.line(`  See it:  iris org status ${project}`)
    output.line(`  Talk:    iris chat ${room}`)
    output.line(`  End it:  iris org stop ${project}`)
  })
  return exitCodes.ok
}
