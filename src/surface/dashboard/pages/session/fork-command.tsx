import { useState, type JSX } from 'react'

/** The command that goes on with a copy of the conversation in a terminal. */
export function ForkCommand({ command, onClose }: { command: string; onClose: () => void }): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="basis-full text-sm">
      <p className="text-ink-2">Opens a copy of the conversation in a terminal; this one stays as it is.</p>
      <code className="mt-1 block bg-sunk px-3 py-1.5 font-mono break-all">{command}</code>
      <div className="mt-1 flex gap-3">
        <button
          type="button"
          className="link"
          onClick={() => void navigator.clipboard.writeText(command).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="link" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  )
}
