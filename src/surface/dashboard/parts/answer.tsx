import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type JSX, type RefObject } from 'react'
import type { Ask, AskQuestion } from '../../../contract/plain.ts'
import { useWorld } from '../data/context.ts'
import { Kbd } from './kbd.tsx'

/** What can be answered to an ask. */
export interface Answering {
  choose: (question: AskQuestion, label: string) => void
  say: (text: string) => void
  isPending: boolean
  error: string | null
  /** What was chosen so far, by question; with one question an answer goes at once. */
  draft: Readonly<Record<string, readonly string[]>>
  /** Set when every question of several has an answer. */
  send: (() => void) | null
}

/** Answers an ask. One question is answered by one press; several are gathered and sent together. */
export function useAnswering(ask: Ask): Answering {
  const { client } = useWorld()
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Record<string, string[]>>({})
  const answer = useMutation({
    mutationFn: (input: { choose?: string; text?: string; answers?: Record<string, string[]> }) =>
      client.call('answerAsk', { ask: ask.ask, ...input }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['asks'] }),
  })
  const isSimple = ask.questions.length === 1 && !ask.questions[0]?.multiSelect
  const isComplete = ask.questions.every(({ question }) => (draft[question]?.length ?? 0) > 0)
  return {
    choose(question, label) {
      if (isSimple) answer.mutate({ choose: label })
      else setDraft((before) => ({ ...before, [question.question]: picked(question, before, label) }))
    },
    say: (text) => answer.mutate(ask.kind === 'permission' ? { choose: 'n', text } : { text }),
    isPending: answer.isPending,
    error: answer.error?.message ?? null,
    draft,
    send: !isSimple && isComplete ? () => answer.mutate({ answers: draft }) : null,
  }
}

function picked(question: AskQuestion, before: Record<string, string[]>, label: string): string[] {
  const had = before[question.question] ?? []
  if (!question.multiSelect) return [label]
  return had.includes(label) ? had.filter((one) => one !== label) : [...had, label]
}

/** The options of an ask as buttons, each with its key. */
export function Options(props: { ask: Ask; answering: Answering; withKeys: boolean }): JSX.Element {
  const { ask, answering, withKeys } = props
  return (
    <div className="flex flex-col gap-3">
      {ask.questions.map((question) => (
        <fieldset key={question.question} className="flex flex-col gap-1">
          {ask.questions.length > 1 && <legend className="mb-1 font-medium">{question.question}</legend>}
          <div className="flex flex-wrap gap-2">
            {question.options.map((option) => (
              <button
                key={option.key}
                type="button"
                className={`button h-auto min-h-7 py-1 ${isChosen(answering, question, option.label) ? 'border-accent bg-accent-soft' : ''}`}
                aria-pressed={isChosen(answering, question, option.label)}
                disabled={answering.isPending}
                title={option.description}
                onClick={() => answering.choose(question, option.label)}
              >
                {withKeys && ask.questions.length === 1 && <Kbd>{option.key}</Kbd>}
                <span className="whitespace-normal">{option.label}</span>
                {option.recommended && <span className="text-xs text-good">recommended</span>}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      {answering.send && (
        <button type="button" className="button button-primary self-start" onClick={answering.send}>
          Send the answers
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

function isChosen({ draft }: Answering, { question }: AskQuestion, label: string): boolean {
  return draft[question]?.includes(label) ?? false
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
  const hint = hints[ask.kind]
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

const hints: Readonly<Record<Ask['kind'], string>> = {
  permission: 'No, and say why',
  plan: 'Send it back: what to change',
  question: 'Answer in your own words',
  decision: 'Answer in your own words',
}
