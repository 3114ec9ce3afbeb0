import { z } from 'zod'
import { proposeSize } from '../size.ts'
import { door, Name } from './door.ts'

export const sizeDoor = door('size', {
  summary: 'proposes how much to set up for a goal: a tell, a run, a build, an idea or an organisation',
  shape: z.object({ goal: Name, task_files: z.array(Name).default([]) }),
  decide: ({ goal, task_files: taskFiles }) => proposeSize({ goal, taskFiles }),
})
