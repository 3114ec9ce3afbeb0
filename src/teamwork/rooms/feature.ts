import type { Subscription } from 'rxjs'
import { feature } from '../../core/features/index.ts'
import { onAskEscalated, onAskOpened } from './saying-asks.ts'
import { onTurnEnded } from './answers.ts'
import type { RoomsDeps } from './context.ts'
import { answerMentions, type IrisPort } from './iris-mention.ts'
import { onFailed, onReminded } from './dead-letters.ts'
import { mirrorAnswer, mirrorTell } from './mirroring.ts'
import { roomMigrations } from './migrations.ts'
import { roomOperations } from './operations.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { onTaskStarted, onTaskStatus } from './topology.ts'
import { onPosted } from './waking.ts'

/** The rooms of projects and tasks: who may read them, and who is woken by what is said there. */
export const roomsFeature = feature({
  name: 'rooms',
  migrations: roomMigrations,
  create(from: RoomsDeps & { iris: IrisPort }): Rooms & { listening: Subscription } {
    const rooms = createRooms(from)
    return { ...rooms, listening: answerMentions(rooms.context, from.iris) }
  },
  operations: (rooms) => roomOperations(rooms),
  reacts: {
    'task.started': ({ context }, event) => onTaskStarted(context, event),
    'lease.registered': ({ context }, event) => onTaskStarted(context, event),
    'task.changed': ({ context }, { data }) => onTaskStatus(context, data),
    'task.ended': ({ context }, { data }) => onTaskStatus(context, data),
    'message.posted': ({ context }, event) => onPosted(context, event),
    'turn.accepted': ({ context }, event) => mirrorTell(context, event),
    'turn.ended'({ context }, event) {
      onTurnEnded(context, event)
      mirrorAnswer(context, event)
      onFailed(context, event)
    },
    'ask.opened': ({ context }, event) => onAskOpened(context, event),
    'ask.escalated': ({ context }, event) => onAskEscalated(context, event),
    'ask.reminded': ({ context }, event) => onReminded(context, event),
  },
  close: ({ listening }) => listening.unsubscribe(),
})
