import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { signOut } from '../../data/client.ts'
import { useWorld } from '../../data/context.ts'
import { chooseTheme, type Theme } from '../../data/theme.ts'
import { Page } from '../../parts/page.tsx'
import { ConfigFile } from './config-file.tsx'
import { Learned } from './learned.tsx'
import { Tokens } from './tokens.tsx'

/** The config, who may come in, what is always allowed, and how it looks. */
export function Settings(): JSX.Element {
  const { queries } = useWorld()
  const status = useQuery(queries.status).data
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
      <div className="mt-5 flex flex-col gap-8">
        <ConfigFile />
        <Learned />
        <Tokens />
        <section aria-label="This browser">
          <h2 className="border-b border-line pb-1 font-semibold">This browser</h2>
          <div className="mt-3 flex flex-wrap gap-2">
            {(['system', 'light', 'dark'] satisfies Theme[]).map((theme) => (
              <button key={theme} type="button" className="button" onClick={() => chooseTheme(theme)}>
                {theme === 'system' ? 'Colours of the system' : theme === 'light' ? 'Light' : 'Dark'}
              </button>
            ))}
            <button
              type="button"
              className="button button-danger"
              onClick={() => void signOut().then(() => location.assign('/'))}
            >
              Leave
            </button>
          </div>
        </section>
        {status && (
          <p className="text-sm text-ink-3">
            Iris {status.version}, home {status.home}
          </p>
        )}
      </div>
    </Page>
  )
}
