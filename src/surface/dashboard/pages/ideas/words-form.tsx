import { useState, type JSX } from 'react'

/** A field for words, and the button that sends them. */
export function WordsForm(props: {
  label: string
  placeholder: string
  button: string
  isPending: boolean
  onSend: (words: string) => void
}): JSX.Element {
  const { label, placeholder, button, isPending, onSend } = props
  const [words, setWords] = useState('')
  const isEmpty = words.trim() === ''
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || isPending) return
        onSend(words)
        setWords('')
      }}
    >
      <textarea
        aria-label={label}
        placeholder={placeholder}
        rows={3}
        className="field h-auto min-w-0 flex-1 py-1.5"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <button type="submit" className="button button-primary" disabled={isEmpty || isPending}>
        {button}
      </button>
    </form>
  )
}
