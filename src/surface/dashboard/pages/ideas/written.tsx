import type { JSX } from 'react'
import type { Artifact, WholeIdea } from '../../../../contract/plain.ts'
import { artifactName, percent } from '../../../views/index.ts'
import { Markdown } from '../../parts/markdown.tsx'
import { Section } from '../../parts/section.tsx'

/** What was written down of an idea, each whole when it is opened. */
export function Written({ idea }: { idea: WholeIdea }): JSX.Element {
  const { decisions, risks, fit, folder } = idea
  const active = idea.artifacts.filter(({ isActive }) => isActive)
  return (
    <>
      <Section name="Written down">
        {active.length === 0 && <p className="text-sm text-ink-2">Nothing yet. It comes as you talk.</p>}
        {active.map((artifact) => (
          <Whole key={artifact.type} artifact={artifact} />
        ))}
        {folder !== null && <p className="mt-1 font-mono text-xs break-all text-ink-3">{folder}</p>}
      </Section>
      {decisions.length > 0 && (
        <Section name="Decided and found">
          <ul className="text-sm">
            {decisions.map(({ text, outcome }) => (
              <li key={text} className="py-0.5">
                {text}
                {outcome !== null && <span className="text-ink-3"> ({outcome})</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {risks.length > 0 && (
        <Section name="Risks">
          <ul className="text-sm">
            {risks.map(({ text, severity }) => (
              <li key={text} className="py-0.5">
                {text} <span className="text-ink-3">({severity})</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {fit !== null && (
        <Section name={`Fits you: ${fit.score} of 10`}>
          <p className="text-sm">{fit.why}</p>
        </Section>
      )}
    </>
  )
}

function Whole({ artifact }: { artifact: Artifact }): JSX.Element {
  return (
    <details className="border-b border-line py-1.5 text-sm">
      <summary className="cursor-pointer">
        <span className="font-medium">{artifactName(artifact)}</span>{' '}
        <span className="text-ink-3">{percent(artifact.confidence)}</span>
        {!artifact.isSaved && <span className="text-ink-3">, in no file yet</span>}
        <span className="block text-ink-2">{artifact.summary}</span>
      </summary>
      <div className="pt-2 pb-1">
        <Markdown text={artifact.text} />
      </div>
    </details>
  )
}
