import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { useState, type JSX } from 'react'
import { signOut } from '../../data/client.ts'
import { chooseTheme, chosenTheme, type Theme } from '../../data/theme.ts'
import { Choice } from '../../parts/choice.tsx'
import { Page } from '../../parts/page.tsx'
import { Background } from './background.tsx'
import { ConfigFile } from './config-file.tsx'
import { Judgment } from './judgment.tsx'
import { Learned } from './learned.tsx'
import { Tokens } from './tokens.tsx'
import { statusReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'

const parts: readonly { name: string; label: string; Part: () => JSX.Element }[] = [
  { name: 'config', label: 'config.yaml', Part: ConfigFile },
  { name: 'answers', label: 'Answered without you', Part: Answers },
  { name: 'access', label: 'Access', Part: Tokens },
  { name: 'browser', label: 'This browser', Part: ThisBrowser },
]

/** The config, what is answered without you, who may come in, and how it looks. */
export function Settings(): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
      <Tabs.Root defaultValue="config" className="mt-4">
        <Tabs.List
          aria-label="Settings"
          className="flex flex-wrap gap-x-6 border-b border-line text-sm text-ink-2"
        >
          {parts.map(({ name, label }) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="-mb-px border-b-2 border-transparent py-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {parts.map(({ name, Part }) => (
          // All stay as they are while another is looked at: what was written is kept.
          <Tabs.Content
            key={name}
            value={name}
            forceMount
            className="pt-4 outline-offset-4 data-[state=inactive]:hidden"
          >
            <Part />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Page>
  )
}

function Answers(): JSX.Element {
  return (
    <div className="flex flex-col gap-6">
      <Judgment />
      <Learned />
    </div>
  )
}

const looks = { system: 'Same as system', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>

function ThisBrowser(): JSX.Element {
  const status = useQuery(useReading(statusReading).status).data
  const [theme, setTheme] = useState(chosenTheme)
  const change = (next: Theme): void => {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <Choice label="Colours" value={theme} options={looks} onChange={change} />
      <Background />
      <div>
        <button
          type="button"
          className="button button-danger"
          onClick={() => void signOut().then(() => location.assign('/'))}
        >
          Leave
        </button>
        <p className="mt-1 text-sm text-ink-2">
          Iris forgets this browser; <code className="font-mono">iris open</code> lets it in again.
        </p>
      </div>
      {status && (
        <p className="text-sm text-ink-3">
          Iris {status.version}, home {status.home}
        </p>
      )}
    </div>
  )
}
