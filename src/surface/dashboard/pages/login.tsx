import { useEffect, useState, type JSX } from 'react'
import { signIn } from '../data/client.ts'

type Step = 'entering' | 'no-link' | 'refused'

/** Comes by the link of `iris open`; whoever has none is told how to get in. */
export function Login(): JSX.Element {
  const [step, setStep] = useState<Step>(() => (location.hash.length > 1 ? 'entering' : 'no-link'))
  useEffect(() => {
    const ticket = takeTicket()
    if (!ticket) return
    void signIn(ticket).then(
      (isIn) => (isIn ? location.replace('/') : setStep('refused')),
      () => setStep('refused'),
    )
  }, [])
  if (step === 'entering') return <p className="p-10 text-ink-3">Letting you in …</p>
  return <HowToGetIn wasRefused={step === 'refused'} />
}

/** The ticket leaves the address at once, so that no history keeps it. */
function takeTicket(): string {
  const ticket = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  return ticket
}

/** What a browser sees that Iris does not know. */
export function HowToGetIn({ wasRefused }: { wasRefused: boolean }): JSX.Element {
  return (
    <main className="mx-auto max-w-lg px-5 py-16">
      <p className="font-semibold text-accent">Iris</p>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">
        {wasRefused ? 'This link does not work.' : 'This browser is not signed in.'}
      </h1>
      <p className="mt-3 text-lg text-ink-2">
        {wasRefused
          ? 'A link works once, within a minute, on the machine where Iris runs. Get another:'
          : 'Open the dashboard from a terminal on this machine:'}
      </p>
      <code className="mt-4 block border-l-2 border-line-2 bg-sunk px-3 py-2 font-mono">iris open</code>
      <p className="mt-4 text-sm text-ink-3">
        Over ssh: forward the port (
        <code className="font-mono">
          ssh -L {location.port}:127.0.0.1:{location.port} host
        </code>
        ), run <code className="font-mono">iris open --print</code> there, and open the link here.
      </p>
    </main>
  )
}
