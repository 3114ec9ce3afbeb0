import { useMutation } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import { IrisError, type Session } from '../../../../contract/plain.ts'
import { counted, isRun } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { ForkCommand } from './fork-command.tsx'

type Ending = 'sleep' | 'reboot' | 'delete'

/** What can be done with the agent of a session and with the session itself. */
export function Actions({ session }: { session: Session }): JSX.Element {
  const { client } = useWorld()
  const [ending, setEnding] = useState<Ending>()
  const of = { team: session.to, ...(session.from === 'user' ? {} : { fromTeam: session.from }) }
  const act = useMutation({
    mutationFn: (deed: Deed) => deed.run(),
    onError: (error, { name }) => {
      if (name === 'sleep' && isBusyFault(error)) setEnding('sleep')
    },
  })
  const isBusy = session.state === 'working' || session.state === 'waiting'
  const at = act.isPending ? act.variables.name : undefined
  const wake = (): void => act.mutate({ name: 'wake', run: () => client.call('wakeTeam', of) })
  const sleep = (): void => {
    if (isBusy) return setEnding('sleep')
    act.mutate({ name: 'sleep', run: () => client.call('sleepTeam', of) })
  }
  const interrupt = (): void => act.mutate({ name: 'interrupt', run: () => client.call('cancelTurn', of) })
  const fork = useMutation({ mutationFn: () => client.call('forkSession', of) })
  // What was asked for before is over with it, also when it is still on its way.
  const done = (): void => {
    act.reset()
    setEnding(undefined)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Press name="Interrupt" isOff={!isBusy} isAtIt={at === 'interrupt'} onPress={interrupt} />
        {session.agent === null || at === 'wake' ? (
          <Press name="Wake" isOff={session.state === 'starting'} isAtIt={at === 'wake'} onPress={wake} />
        ) : (
          <Press name="Put to sleep" isAtIt={at === 'sleep'} onPress={sleep} />
        )}
        <Press name="Fork" isAtIt={fork.isPending} onPress={() => fork.mutate()} />
        {!isRun(session.from) && <More onChoose={setEnding} />}
      </div>
      {act.error && !isBusyFault(act.error) && <Fault error={act.error} className="basis-full" />}
      {fork.error && <Fault error={fork.error} className="basis-full" />}
      {fork.data && <ForkCommand command={fork.data.command} onClose={() => fork.reset()} />}
      {ending && (
        <EndIt session={session} ending={ending} onDone={done} onClose={() => setEnding(undefined)} />
      )}
    </>
  )
}

interface Deed {
  name: 'wake' | 'sleep' | 'interrupt'
  run: () => Promise<unknown>
}

/** Something is under way that the page has not heard of, or that is no turn, as the work of a teammate. */
function isBusyFault(error: Error): boolean {
  return error instanceof IrisError && error.code === 'TEAM_BUSY'
}

/** A button that cannot be pressed while what it does is under way. */
function Press(props: { name: string; isAtIt: boolean; isOff?: boolean; onPress: () => void }): JSX.Element {
  const { name, isAtIt, isOff = false, onPress } = props
  return (
    <button type="button" className="button" disabled={isOff || isAtIt} aria-busy={isAtIt} onClick={onPress}>
      {isAtIt ? `${name} …` : name}
    </button>
  )
}

/** What forgets something stands one press further away. */
function More({ onChoose }: { onChoose: (ending: Ending) => void }): JSX.Element {
  return (
    <Menu
      trigger={
        <button type="button" className="button">
          More
        </button>
      }
    >
      <MenuItem onSelect={() => onChoose('reboot')}>New conversation …</MenuItem>
      <MenuItem onSelect={() => onChoose('delete')}>Delete this session …</MenuItem>
    </Menu>
  )
}

/** Asks once, with what would be lost, and does it. */
function EndIt(props: {
  session: Session
  ending: Ending
  onDone: () => void
  onClose: () => void
}): JSX.Element {
  const { session, ending, onDone, onClose } = props
  const { client } = useWorld()
  const of = { team: session.to, ...(session.from === 'user' ? {} : { fromTeam: session.from }) }
  const calls = {
    sleep: () => client.call('sleepTeam', { ...of, force: true }),
    reboot: () => client.call('rebootSession', of),
    delete: () => client.call('removeSession', of),
  }
  const act = useMutation({ mutationFn: (): Promise<unknown> => calls[ending](), onSuccess: onDone })
  const { question, yes, words } = asked(session)[ending]
  return (
    <Confirm
      question={question}
      yes={yes}
      isPending={act.isPending}
      error={act.error}
      onYes={() => act.mutate()}
      onClose={onClose}
    >
      {words.filter(Boolean).join(' ')}
    </Confirm>
  )
}

function asked({
  to,
  state,
  queued,
}: Session): Record<Ending, { question: string; yes: string; words: (string | false)[] }> {
  const stops = (state === 'working' || state === 'waiting') && 'The running turn ends as stopped.'
  return {
    sleep: {
      question: `Put ${to} to sleep?`,
      yes: 'Stop and put to sleep',
      words: [
        'The running turn ends as stopped. What was said is kept, and the next message continues the conversation.',
      ],
    },
    reboot: {
      question: `Start a new conversation with ${to}?`,
      yes: 'Start a new one',
      words: [
        `${to} forgets what you talked about; what was said stays readable here.`,
        stops,
        queued > 0 && `${counted(queued, 'queued message')} will go to the new conversation.`,
      ],
    },
    delete: {
      question: `Delete this session with ${to}?`,
      yes: 'Delete it',
      words: [
        'Its agent ends and its conversation is forgotten; the log keeps what happened, and the team stays.',
        stops,
        queued > 0 && `${counted(queued, 'queued message')} will never run.`,
      ],
    },
  }
}
