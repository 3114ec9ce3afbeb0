import type { JSX } from 'react'
import { IrisError } from '../../../contract/plain.ts'
import { Advice } from './advice.tsx'

/** What failed and the way out. */
export function Fault({ error, className = '' }: { error: Error; className?: string }): JSX.Element {
  return (
    <p role="alert" className={`text-sm text-bad ${className}`}>
      {sentence(error.message)} {error instanceof IrisError && <Advice text={error.kind.advice} />}
    </p>
  )
}

/** Some end with a path. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
