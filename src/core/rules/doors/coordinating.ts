import { z } from 'zod'
import { judgeConflict } from '../conflict.ts'
import { concernKinds, coordinate } from '../coordinating.ts'
import { redistribute } from '../redistribution.ts'
import { Count, door, Minutes, Name } from './door.ts'

export const coordinateDoor = door('coordinate', {
  summary: 'says what the coordinator does about an alert, a failed build or a decision that waits',
  shape: z.object({
    kind: z.enum(concernKinds),
    minutes: Minutes,
    known: z.boolean().default(false),
    turn: z.boolean().default(false),
    ask: z.enum(['none', 'open', 'wait']).default('none'),
    ask_min: Minutes.default(0),
    reminded: z.boolean().default(false),
    can_restart: z.boolean().default(true),
    done: z
      .object({
        interrupts: Count.default(0),
        restarts: Count.default(0),
        escalations: Count.default(0),
        preempted: z.boolean().default(false),
      })
      .prefault({}),
    done_min: Minutes.default(0),
  }),
  decide: ({ known, turn, ask_min, reminded, can_restart, done_min, ...rest }) =>
    coordinate({
      ...rest,
      isKnown: known,
      hasTurn: turn,
      askMinutes: ask_min,
      isReminded: reminded,
      canRestart: can_restart,
      doneMinutes: done_min,
    }),
})

const Priority = z.number().default(0)

export const conflictDoor = door('conflict', {
  summary: 'says who gets files that two tasks want: GRANT, DENY or PREEMPT',
  shape: z.object({
    requester: z.object({ id: Name, priority: Priority, waited_min: Minutes.default(0) }),
    owners: z.array(z.object({ id: Name, priority: Priority, gave_way: Count.default(0) })).default([]),
  }),
  decide: ({ requester: { waited_min: waitedMin, ...requester }, owners }) =>
    judgeConflict(
      { ...requester, waitedMin },
      owners.map(({ gave_way: gaveWay, ...owner }) => ({ ...owner, gaveWay })),
    ),
})

export const redistributeDoor = door('redistribute', {
  summary: 'gives tasks to those who have least to do',
  shape: z.object({
    tasks: z.array(Name),
    takers: z.array(z.object({ id: Name, load: Count, room: Count.optional() })).default([]),
    from: Name.nullable().default(null),
  }),
  decide: ({ tasks, takers, from }) => redistribute(tasks, takers, from),
})
