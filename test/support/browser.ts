import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium of this machine; a missing one is a failure, never a skip. */
export function openBrowser(): Promise<Browser> {
  const executablePath = places.find((path) => existsSync(path))
  if (!executablePath) throw new Error('Chromium is not installed. On Debian: apt-get install chromium')
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, args })
}
