import { deadlockDoor, loopDoor } from './agents.ts'
import type { RuleDoor } from './door.ts'
import { continueDoor, failureDoor, policyDoor, stuckDoor } from './failing.ts'
import { lessonDoor, transitionDoor } from './ideas.ts'
import { orderDoor } from './order.ts'
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
  levelDoor,
  contextDoor,
  divergenceDoor,
  transitionDoor,
  lessonDoor,
  questionsDoor,
]
