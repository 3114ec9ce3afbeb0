import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Validation, ValidationIssue } from '../../../../contract/plain.ts'
import {
  counted,
  isOpenValidation,
  issueFate,
  issuePlace,
  stateOfValidation,
  validationFigures,
} from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../age.tsx'
import { Fault } from '../fault.tsx'
import { Section } from '../section.tsx'
import { State } from '../state.tsx'
import { validationsReading } from './queries.ts'

/** The newest validation of a build: what its commands said, and what is wrong. */
export function ValidationOfBuild({ build }: { build: string }): JSX.Element {
  const { data, error } = useQuery(useReading(validationsReading).ofBuild(build))
  const newest = data?.validations[0]
  return (
    <Section name="Validation">
      {!data && !error && <p className="text-sm text-ink-3">Reading …</p>}
      {error && <Fault error={error} />}
      {data && !newest && <p className="text-sm text-ink-2">It was not validated as a whole yet.</p>}
      {newest && <Shown validation={newest} />}
      {data && <Start build={build} newest={newest} />}
    </Section>
  )
}

function Start({ build, newest }: { build: string; newest: Validation | undefined }): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const mayChange = useMayChange()
  const start = useMutation({
    mutationFn: () => client.call('startValidation', { build }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['validations', build] }),
  })
  const isBusy = newest !== undefined && isOpenValidation(newest)
  return (
    <>
      <button
        type="button"
        className="button mt-2"
        disabled={!mayChange || isBusy || start.isPending}
        title={mayChange ? undefined : onlyLooks}
        onClick={() => start.mutate()}
      >
        {newest ? 'Validate again' : 'Validate it'}
      </button>
      {start.error && <Fault error={start.error} className="mt-1" />}
    </>
  )
}

function Shown({ validation }: { validation: Validation }): JSX.Element {
  const { level, words, notes, issues, createdAt, why } = validation
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <State {...stateOfValidation(validation)} />
        {level !== null && <span title={why ?? undefined}>{level}</span>}
        <span className="text-xs text-ink-3">
          <Age at={createdAt} />
        </span>
      </p>
      {words !== null && <p className="break-words text-ink-2">{words}</p>}
      {!isOpenValidation(validation) && (
        <p className="text-ink-2">{validationFigures(validation).join(' · ')}</p>
      )}
      {notes.map((note) => (
        <p key={note} className="break-words text-ink-2">
          {note}
        </p>
      ))}
      {issues.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer">{counted(issues.length, 'issue')}</summary>
          <ul className="divide-y divide-line">
            {issues.map((issue) => (
              <Issue key={issue.number} issue={issue} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Issue({ issue }: { issue: ValidationIssue }): JSX.Element {
  const place = issuePlace(issue)
  const fate = issueFate(issue)
  return (
    <li className="py-1.5">
      <p className="flex flex-wrap gap-x-3 break-words">
        <State tone={issue.severity === 'critical' ? 'bad' : 'needs'} words={issue.severity} />
        <span>{issue.title}</span>
        {place !== null && <code className="font-mono">{place}</code>}
      </p>
      {issue.details !== '' && (
        <pre className="text-xs break-words whitespace-pre-wrap text-ink-2">{issue.details}</pre>
      )}
      {fate !== null && <p className="text-ink-2">{fate}</p>}
    </li>
  )
}
