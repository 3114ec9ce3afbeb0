import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where the Chromium of this machine is; a missing one is a failure, never a skip. */
export function chromiumPath(): string {
  const path = places.find((place) => existsSync(place))
  if (!path) throw new Error('Chromium is not installed. On Debian: apt-get install chromium')
  return path
}

export function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, args })
}
