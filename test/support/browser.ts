import { existsSync } from 'node:fs'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where end-to-end tests ask for the Chromium that they share. */
export const sharedBrowser = 'IRIS_TEST_BROWSER'

/** Where the Chromium of this machine is; a missing one is a failure, never a skip. */
export function chromiumPath(): string {
  const path = places.find((place) => existsSync(place))
  if (!path) throw new Error('Chromium is not installed. On Debian: apt-get install chromium')
  return path
}

/** How it is started. */
export function browserOptions(): LaunchOptions {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return { executablePath: chromiumPath(), args }
}

/** A Chromium, or among end-to-end tests a hold on theirs: with it end its own contexts, and nobody else's. */
export async function openBrowser(): Promise<Browser> {
  const shared = process.env[sharedBrowser]
  if (!shared) return chromium.launch(browserOptions())
  const response = await fetch(shared)
  const said = await response.text()
  if (!response.ok) throw new Error(said)
  return chromium.connect(said)
}
