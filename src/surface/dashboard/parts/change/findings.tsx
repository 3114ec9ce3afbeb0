import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { Check, Finding } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Confirm } from '../confirm.tsx'
import { changeReading } from './queries.ts'

/** What a pass must not hide; a person may accept one, for exactly this content. */
export function Findings({ check }: { check: Check }): JSX.Element {
  const { data } = useQuery(useReading(changeReading).findings(check.check))
  return (
    <section aria-label="Findings" className="mt-2">
      <h3 className="text-sm font-semibold">
        {check.openFindings > 0
          ? `${check.openFindings} of ${check.findings} findings are open`
          : 'Findings, all accepted'}
      </h3>
      <ul className="divide-y divide-line">
        {data?.findings.map((finding) => (
          <FindingRow key={finding.number} check={check} finding={finding} />
        ))}
      </ul>
    </section>
  )
}

function FindingRow({ check, finding }: { check: Check; finding: Finding }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const [isAsking, setAsking] = useState(false)
  const accept = useMutation({
    mutationFn: () => client.call('acceptFindings', { check: check.check, findings: [finding.number] }),
    onSuccess: () => setAsking(false),
  })
  const where = finding.path && `${finding.path}${finding.line === null ? '' : `:${finding.line}`}`
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1">
      <span className={finding.acceptedBy ? 'text-ink-2' : 'text-bad'}>{finding.words}</span>
      {where && <code className="font-mono text-ink-2">{where}</code>}
      {finding.acceptedBy ? (
        <span className="text-ink-2">
          accepted by {finding.acceptedBy === 'user' ? 'you' : finding.acceptedBy}
        </span>
      ) : (
        <button
          type="button"
          className="link ml-auto disabled:opacity-45"
          disabled={!mayChange}
          title={mayChange ? undefined : onlyLooks}
          aria-label={`Accept: ${finding.words}`}
          onClick={() => setAsking(true)}
        >
          Accept
        </button>
      )}
      {isAsking && (
        <Confirm
          question="Accept this finding?"
          yes="Accept"
          isPending={accept.isPending}
          error={accept.error}
          onYes={() => accept.mutate()}
          onClose={() => setAsking(false)}
        >
          {finding.words} It counts for exactly this content: when that changes, it is found again.
        </Confirm>
      )}
    </li>
  )
}
