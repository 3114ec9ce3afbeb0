import { IrisError, type SessionId, type TurnId } from '../../contract/index.ts'
import type { AgentExit } from '../transport/index.ts'
import { openFakeWorld, type FakeAgent } from './fake-agents.suite.ts'

/** What may happen next; numbers choose among whatever is there. */
export type Step =
  | { do: 'put' | 'cancel' | 'sleep' | 'wake' | 'drop' | 'reboot'; session: number }
  | { do: 'line' | 'go on' | 'exit' | 'kill'; agent: number }
  | { do: 'crash' | 'away' | 'back' | 'hold' | 'release' | 'acknowledge' }
  | { do: 'time'; ms: number }

/** What one message went through, as seen from outside. */
interface Message {
  text: string
  session: number
  turn: TurnId
}

/** What the test knows of a process besides what it was sent. */
interface Process {
  agent: FakeAgent
  isAlive: boolean
  /** How it ended. */
  exit?: AgentExit
  /** Who told it to end, which it does when it next goes on. */
  closers: ((exit: AgentExit) => void)[]
  /** How many messages it has answered, and whether it is at the next. */
  answered: number
  begun: boolean
  /** An interrupt has reached it and it has not heeded it yet. */
  isInterrupted: boolean
}

const callers = ['user', 'beta', 'gamma']
const word = /m\d+$/

/**
 * Three sessions that share two places, real storage, and agents that do only what a step says. What is checked is what
 * a caller and an agent can see, so that it holds for any way the sessions work inside.
 */
export async function openInterleavings() {
  const world = await openFakeWorld()
  Object.assign(world.team, { sessionInitTimeout: 20_000 })
  const sessions: SessionId[] = callers.map((caller) => world.sessions.open(caller, 'alpha').id)
  const processes = new Map<string, Process>()
  const messages: Message[] = []
  const asked = new Set<string>()
  const faults: unknown[] = []
  /** What the pipe has done and not yet said. */
  let unsaid: (() => void)[] = []
  let daemons = 1
  let release = (): void => undefined
  world.onMade((agent) => void processes.set(agent.id, slowProcess(agent, say)))
  world.dropping((id) => {
    const found = processes.get(id)
    if (found?.isAlive) leave(found, { code: null, signal: 'SIGKILL' })
    world.known.delete(id)
    return say(() => true)
  })

  return { world, messages, take, finish, check, close }

  async function close(): Promise<void> {
    const over = { is: false }
    const ended = world.end().finally(() => (over.is = true))
    for (let round = 0; !over.is; round += 1) {
      mustHold(round < 10_000, 'the sessions do not close')
      acknowledge()
      for (const process of processes.values())
        if (process.isAlive && isClosing(process)) leave(process, { code: 0 })
      // Some of what it waits for is given up only after a while.
      world.clock.advance(100)
      await new Promise(setImmediate)
    }
    await ended
  }

  async function take(step: Step, rounds: number): Promise<void> {
    await act(step)
    for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate)
    check()
  }

  async function act(step: Step): Promise<void> {
    if (step.do === 'crash') return crash()
    if (step.do === 'away') return world.presence(absent)
    if (step.do === 'back') return world.presence(() => Promise.resolve())
    if (step.do === 'hold') return hold()
    if (step.do === 'release') return release()
    if (step.do === 'acknowledge') return acknowledge()
    if (step.do === 'time') return world.clock.advance(step.ms)
    if ('agent' in step) return ofAgent(step.do, step.agent)
    if ('session' in step) return ofSession(step.do, step.session)
  }

  /** Does something now, and says so later. */
  function say<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      unsaid.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  function acknowledge(): void {
    const now = unsaid
    unsaid = []
    for (const one of now) one()
  }

  function hold(): void {
    release()
    world.beforeLaunch(new Promise((resolve) => (release = resolve)))
  }

  async function crash(): Promise<void> {
    daemons += 1
    await world.restart()
  }

  function ofSession(verb: 'put' | 'cancel' | 'sleep' | 'wake' | 'drop' | 'reboot', index: number): void {
    const session = sessions[index]!
    if (verb === 'put') return put(index)
    asked.add(`${verb} ${index}`)
    const open = messages.filter((one) => one.session === index && how(one.turn) === null).at(-1)
    if (verb === 'cancel') return watch(world.sessions.cancel(session))
    if (verb === 'sleep') return watch(world.sessions.sleep(session))
    if (verb === 'wake') return watch(world.sessions.wake(session))
    if (verb === 'reboot') return watch(world.sessions.reboot(session, 'user'))
    return open && watch(world.sessions.drop(session, open.turn))
  }

  function put(index: number): void {
    const text = `m${messages.length}`
    const author = callers[index]!
    const { id } = world.sessions.put({ session: sessions[index]!, message: text, author, fromSession: null })
    messages.push({ text, session: index, turn: id })
  }

  /** A call that fails with words is an answer; anything else, in a daemon that lives, is a fault. */
  function watch(call: Promise<unknown>): void {
    const daemon = daemons
    call.catch((error: unknown) => {
      if (daemon === daemons && !(error instanceof IrisError)) faults.push(error)
    })
  }

  function ofAgent(verb: 'line' | 'go on' | 'exit' | 'kill', index: number): void {
    const living = [...processes.values()].filter(({ isAlive }) => isAlive)
    const atWork = living.filter(({ agent, answered }) => agent.sent.length > answered)
    const isEnd = verb === 'exit' || verb === 'kill'
    const process = among(isEnd ? living : [...atWork, ...living.filter(isClosing)], index)
    if (!process) return
    if (isEnd) end(process, verb)
    else if (verb === 'go on' || !process.begun) goOn(process)
    else process.agent.print({ type: 'assistant', message: { content: [{ type: 'text', text: 'hm' }] } })
  }

  function begin(process: Process): void {
    process.begun = true
    process.agent.print({ type: 'system', subtype: 'init' })
  }

  function answer(process: Process): void {
    const { text } = process.agent.sent[process.answered]!
    conclude(process)
    const result = `re:${word.exec(text)?.[0] ?? text}`
    process.agent.print({ type: 'result', subtype: 'success', num_turns: 1, result, total_cost_usd: 0 })
  }

  function heed(process: Process): void {
    process.isInterrupted = false
    conclude(process)
    process.agent.print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  }

  function conclude(process: Process): void {
    process.begun = false
    process.answered += 1
  }

  function end(process: Process, verb: 'exit' | 'kill'): void {
    asked.add('exit')
    leave(process, verb === 'exit' ? { code: 1 } : { code: null, signal: 'SIGKILL' })
  }

  function leave(process: Process, how: Partial<AgentExit>): void {
    process.isAlive = false
    const exit = process.agent.exit(how)
    process.exit = exit
    for (const told of process.closers) told(exit)
  }

  /** Whatever hindered is gone and every agent answers what it has: everything that was put must come to its end. */
  async function finish(): Promise<void> {
    world.presence(() => Promise.resolve())
    release()
    world.beforeLaunch(Promise.resolve())
    for (let round = 0; round < 120; round += 1) {
      await world.settle()
      acknowledge()
      if (messages.every(({ turn }) => how(turn) !== null)) break
      for (const process of processes.values()) if (process.isAlive) goOn(process)
      world.clock.advance(round % 4 === 3 ? 11_000 : 100)
    }
    check()
    checkEnds()
  }

  function goOn(process: Process): void {
    if (isClosing(process)) return leave(process, { code: 0 })
    if (process.agent.sent.length === process.answered) return
    if (!process.begun) begin(process)
    else if (process.isInterrupted) heed(process)
    else answer(process)
  }

  function how(turn: TurnId): string | null {
    return world.sessions.turn(turn).how
  }

  /** Holds after every step. */
  function check(): void {
    if (faults.length > 0) throw faults[0]
    const living = [...processes.values()].filter(({ isAlive }) => isAlive)
    const conversations = living.map(({ agent }) => agent.conversation.id)
    mustHold(new Set(conversations).size === conversations.length, 'a conversation has two processes')
    for (const { agent, answered, isAlive } of processes.values())
      mustHold(!isAlive || agent.sent.length <= answered + 1, 'an agent has two messages at once')
    for (const { text } of messages) {
      const having = living.filter(({ agent }) =>
        agent.sent.some((sent) => word.exec(sent.text)?.[0] === text),
      )
      mustHold(having.length <= 1, `${text} is with two agents that live`)
    }
    checkOrder()
  }

  /** What a session was told reaches its agents in the order in which it was told. */
  function checkOrder(): void {
    const told = messages.map(({ text, session }) => ({ text, session }))
    for (const { agent } of processes.values()) {
      const places = agent.sent.map(({ text }) => told.findIndex((one) => one.text === word.exec(text)?.[0]))
      mustHold(!places.includes(-1), `an agent was sent what nobody told: ${JSON.stringify(agent.sent)}`)
      mustHold(
        places.every((place, at) => at === 0 || place > places[at - 1]!),
        `told out of order: ${places.join()}`,
      )
    }
  }

  function checkEnds(): void {
    const ended = world.events('turn.ended')
    for (const { turn, text, session } of messages) {
      const row = world.sessions.turn(turn)
      const own = ended.filter((event) => event.turn === turn)
      mustHold(row.how !== null, `${text} never ended`)
      mustHold(own.length === 1, `${text} ended ${own.length} times in the log`)
      mustHold(Object(own[0]?.data)['how'] === row.how, `${text}: row and log differ`)
      if (row.how === 'answered')
        mustHold(row.answer === `re:${text}`, `${text} was answered ${row.answer ?? 'nothing'}`)
      mustHold(isEarned(row.how, session), `${text} ended as ${row.how ?? 'open'} for no reason`)
    }
  }

  /** No turn ends otherwise than answered unless something that ends turns was done. */
  function isEarned(ending: string | null, session: number): boolean {
    if (ending === 'answered') return true
    if (ending === 'agent_died') return asked.has('exit')
    if (ending === 'stopped')
      return ['cancel', 'sleep', 'reboot', 'drop'].some((verb) => asked.has(`${verb} ${session}`))
    if (ending === 'cancelled') return asked.has(`drop ${session}`)
    return ending === 'response_timeout'
  }
}

function among<T>(all: readonly T[], index: number): T | undefined {
  return all[index % Math.max(all.length, 1)]
}

/** A process behind a pipe: what it is told it has at once, and that it has it is heard of later. */
function slowProcess(agent: FakeAgent, say: <T>(work: () => T) => Promise<T>): Process {
  const taken = new Set<string>()
  const process: Process = {
    agent,
    isAlive: true,
    closers: [],
    answered: 0,
    begun: false,
    isInterrupted: false,
  }
  Object.assign(agent, {
    send(message: FakeAgent['sent'][number]) {
      if (process.isAlive && !taken.has(message.uuid)) agent.sent.push(message)
      taken.add(message.uuid)
      return say(() => mustLive(process))
    },
    // It hits whatever the agent is at when it arrives.
    interrupt: () =>
      say(() => {
        process.isInterrupted = process.begun
      }),
    close() {
      const { exit } = process
      if (exit) return say(() => exit)
      return new Promise<AgentExit>((resolve) => process.closers.push(resolve))
    },
  } satisfies Partial<FakeAgent>)
  return process
}

function isClosing({ closers }: Process): boolean {
  return closers.length > 0
}

function mustLive({ isAlive }: Process): void {
  if (!isAlive) throw new IrisError('PIPE_AGENT_GONE', 'It is gone.')
}

function absent(): Promise<void> {
  return Promise.reject(new IrisError('CLAUDE_NOT_FOUND', 'no claude'))
}

function mustHold(holds: boolean, words: string): void {
  if (!holds) throw new Error(words)
}
