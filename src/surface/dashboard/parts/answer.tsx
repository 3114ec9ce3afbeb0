import { useId, useState, type JSX, type RefObject } from 'react'
import type { Ask, AskQuestion } from '../../../contract/plain.ts'
import { wordsHint, addsGrant } from '../../views/index.ts'
import type { Answering } from './answering.ts'
import { Kbd } from './kbd.tsx'

/** The options of an ask as buttons, those of the question that stands with their keys. */
export function Options(props: { ask: Ask; answering: Answering; withKeys: boolean }): JSX.Element {
  const { ask, answering, withKeys } = props
  return (
    <div className="flex flex-col gap-3">
      {ask.questions.map((question) => (
        <fieldset key={question.question} className="flex flex-col gap-1">
          <Legend question={question} isOnly={ask.questions.length === 1} />
          <div className="flex flex-wrap gap-x-3 gap-y-2">
            {question.options.map((option) => (
              <Option
                key={option.key}
                option={option}
                description={addsGrant(ask, option.key) ? '' : wordsOf(option)}
                hasKey={withKeys && question === answering.standing}
                isChosen={isChosen(answering, question, option.label)}
                isDisabled={answering.isPending}
                onChoose={() => answering.choose(question, option.label)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {withKeys && answering.standing?.multiSelect && !answering.send && (
        <p className="hidden text-sm text-ink-2 sm:block">
          Keys mark; <Kbd>↵</Kbd> goes on.
        </p>
      )}
      {answering.isGathered && (
        <button
          type="button"
          className="button button-primary self-start"
          disabled={answering.isPending || answering.send === null}
          onClick={() => answering.send?.()}
        >
          {ask.questions.length > 1 ? 'Send the answers' : 'Send the answer'} {withKeys && '↵'}
        </button>
      )}
      {answering.error && (
        <p role="alert" className="text-sm text-bad">
          {answering.error}
        </p>
      )}
    </div>
  )
}

/** What an option is, and what choosing it leads to. */
function wordsOf({ description, implications }: AskQuestion['options'][number]): string {
  return [description, implications].filter(Boolean).join(' → ')
}

/** What the options are for, where it does not stand above them, and whether several may be chosen. */
function Legend({ question, isOnly }: { question: AskQuestion; isOnly: boolean }): JSX.Element | null {
  if (isOnly && !question.multiSelect) return null
  return (
    <legend className={`mb-1 ${isOnly ? '' : 'font-medium'}`}>
      {!isOnly && question.question}{' '}
      {question.multiSelect && <span className="text-sm font-normal text-ink-2">Choose one or more.</span>}
    </legend>
  )
}

function Option(props: {
  option: AskQuestion['options'][number]
  description: string
  hasKey: boolean
  isChosen: boolean
  isDisabled: boolean
  onChoose: () => void
}): JSX.Element {
  const { option, description, hasKey, isDisabled, onChoose } = props
  const id = useId()
  return (
    <span className="flex max-w-xs flex-col items-start">
      <button
        type="button"
        className={`button h-auto min-h-7 py-1 ${props.isChosen ? 'border-accent bg-accent-soft' : ''}`}
        aria-describedby={description ? id : undefined}
        aria-pressed={props.isChosen}
        disabled={isDisabled}
        onClick={onChoose}
      >
        {hasKey && <Kbd>{option.key}</Kbd>}
        <span className="text-left whitespace-normal">{option.label}</span>
        {option.recommended && <span className="text-xs text-good">recommended</span>}
      </button>
      {description && (
        <span id={id} className="mt-0.5 text-xs text-ink-2">
          {description}
        </span>
      )}
    </span>
  )
}

function isChosen({ draft }: Answering, { question }: AskQuestion, label: string): boolean {
  return draft[question]?.includes(label) ?? false
}

/** Exactly what “always allow” would write, where it can be chosen. */
export function GrantAdded({ ask }: { ask: Ask }): JSX.Element | null {
  if (ask.grant === null) return null
  return (
    <p className="text-sm text-ink-2">
      “Always allow” adds this grant for {ask.team}:{' '}
      <code className="bg-sunk px-1 font-mono whitespace-pre-wrap">{ask.grant}</code>
    </p>
  )
}

/** An answer in words of your own. */
export function FreeText(props: {
  ask: Ask
  answering: Answering
  field: RefObject<HTMLInputElement | null>
}): JSX.Element | null {
  const { ask, answering, field } = props
  const [words, setWords] = useState('')
  if (!ask.questions.some(({ freeText }) => freeText)) return null
  const hint = wordsHint(ask)
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '') answering.say(words)
      }}
    >
      <input
        ref={field}
        value={words}
        aria-label={hint}
        placeholder={hint}
        className="field min-w-0 flex-1"
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && field.current?.blur()}
      />
      <button type="submit" className="button h-[30px]" disabled={words.trim() === '' || answering.isPending}>
        Send
      </button>
    </form>
  )
}
