import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ask, AskQuestion } from '../../../contract/plain.ts'
import { useWorld } from '../data/context.ts'

type Draft = Readonly<Record<string, readonly string[]>>

/** What can be answered to an ask. */
export interface Answering {
  choose: (question: AskQuestion, label: string) => void
  say: (text: string) => void
  /** An answer is on its way, or has arrived. */
  isPending: boolean
  error: string | null
  /** What was chosen so far, by question; with one question an answer goes at once. */
  draft: Draft
  /** The question that keys are for. */
  standing: AskQuestion | undefined
  /** Goes from a question of which several options are marked to the next, or sends what is complete. */
  goOn: () => void
  /** Answers are gathered first and sent together, not by the first press. */
  isGathered: boolean
  /** Set when every question of several has an answer. */
  send: (() => void) | null
}

interface Given {
  choose?: string
  text?: string
  answers?: Record<string, string[]>
}

/** Answers an ask once. One question is answered by one press; several are gathered and sent together. */
export function useAnswering(ask: Ask): Answering {
  const { client } = useWorld()
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Draft>({})
  const [place, setPlace] = useState(0)
  const answer = useMutation({
    mutationFn: (given: Given) => client.call('answerAsk', { ask: ask.ask, ...given }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['asks'] }),
  })
  const isPending = answer.isPending || answer.isSuccess
  const give = (given: Given): void => {
    if (!isPending) answer.mutate(given)
  }
  const { questions } = ask
  const isSimple = questions.length === 1 && !questions[0]?.multiSelect
  const isComplete = !isSimple && questions.every((question) => isAnswered(draft, question))
  const send = isComplete ? () => give({ answers: mutable(draft) }) : null
  const moveOn = (given: Draft): void => setPlace(nextPlace(questions, given, place))
  return {
    choose(question, label) {
      if (isSimple) return give({ choose: label })
      const next = { ...draft, [question.question]: picked(question, draft, label) }
      setDraft(next)
      if (question.multiSelect) setPlace(questions.indexOf(question))
      else moveOn(next)
    },
    say: (text) => give(ask.kind === 'permission' ? { choose: 'n', text } : { text }),
    isPending,
    error: answer.error?.message ?? null,
    draft,
    isGathered: !isSimple,
    standing: questions[place],
    goOn: send ?? (() => moveOn(draft)),
    send,
  }
}

function picked(question: AskQuestion, draft: Draft, label: string): readonly string[] {
  const had = draft[question.question] ?? []
  if (!question.multiSelect) return [label]
  return had.includes(label) ? had.filter((one) => one !== label) : [...had, label]
}

function isAnswered(draft: Draft, { question }: AskQuestion): boolean {
  return (draft[question]?.length ?? 0) > 0
}

/** The first question without an answer; where there is none, one stays. */
function nextPlace(questions: readonly AskQuestion[], draft: Draft, place: number): number {
  const next = questions.findIndex((question) => !isAnswered(draft, question))
  return next === -1 ? place : next
}

function mutable(draft: Draft): Record<string, string[]> {
  return Object.fromEntries(Object.entries(draft).map(([question, labels]) => [question, [...labels]]))
}
