import { newId, type Lesson } from '../../contract/index.ts'

/** A lesson that a person wrote, for every project; as it is said otherwise. */
export const lessonOf = (more: Partial<Lesson>): Lesson => ({
  lesson: newId('lsn'),
  kind: 'gotcha',
  project: null,
  text: '',
  glob: null,
  action: null,
  topic: null,
  evidence: '',
  status: 'active',
  confidence: 0.95,
  occurrences: 3,
  prevented: 1,
  failedAgain: 0,
  author: { name: 'user', kind: 'human' },
  confirmed: null,
  ended: null,
  supersededBy: null,
  missing: [],
  promotedTo: [],
  createdAt: 0,
  changedAt: 0,
  ...more,
})
