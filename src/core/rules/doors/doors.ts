import { deadlockDoor, loopDoor, preemptionDoor } from './agents.ts'
import { conflictDoor, coordinateDoor, redistributeDoor } from './coordinating.ts'
import type { RuleDoor } from './door.ts'
import { continueDoor, failureDoor, policyDoor, stuckDoor } from './failing.ts'
import { lessonDoor, transitionDoor } from './ideas.ts'
import { orderDoor } from './order.ts'
import { triggersDoor } from './triggers.ts'
import { sizeDoor } from './size.ts'
import { contextDoor, divergenceDoor, levelDoor, questionsDoor } from './working.ts'

/** Every rule that can be tried by hand. */
export const ruleDoors: readonly RuleDoor[] = [
  orderDoor,
  failureDoor,
  policyDoor,
  continueDoor,
  stuckDoor,
  loopDoor,
  deadlockDoor,
  preemptionDoor,
  conflictDoor,
  coordinateDoor,
  redistributeDoor,
  levelDoor,
  contextDoor,
  divergenceDoor,
  transitionDoor,
  lessonDoor,
  questionsDoor,
  triggersDoor,
  sizeDoor,
]
