import type { OperationsOf, validationsNoun } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { ValidationDeps } from './context.ts'
import { validationNotifies } from './notifies.ts'
import { validationMigrations } from './rows.ts'
import { createValidations } from './validations.ts'

/** What a whole change must show besides its tasks: tests, coverage, lint, security. */
export const validationsFeature = feature({
  name: 'validations',
  migrations: validationMigrations,
  create: (from: ValidationDeps) => createValidations(from),
  operations: (validations): OperationsOf<typeof validationsNoun> => ({
    listValidations: (filter) => validations.list(filter),
    startValidation: (wanted, { name }) => validations.start(wanted, name),
    getValidation: ({ validation }) => validations.get(validation),
    cancelValidation: ({ validation }, { name }) => validations.cancel(validation, name),
  }),
  reacts: { 'build.ended': (validations, event) => validations.buildEnded(event) },
  notifies: () => validationNotifies,
  close: (validations) => validations.close(),
})
