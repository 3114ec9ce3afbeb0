import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { IrisError } from '../../../contract/index.ts'
import { packageFolder } from '../../../platform/lib/index.ts'

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where a package is that Iris does not bring: beside Iris, among global packages, or in the project. */
export function findPackage(name: string, project: string): string {
  const globals = join(dirname(process.execPath), '..', 'lib')
  for (const folder of [packageFolder(), globals, project]) {
    try {
      return createRequire(join(folder, 'package.json')).resolve(name)
    } catch {
      // Not there: the next place.
    }
  }
  const [bare] = name.split('/')
  throw new IrisError(
    'UX_NOT_POSSIBLE',
    `${bare ?? name} is not installed. Install it in the project (npm install --save-dev ${bare ?? name}) or for all (npm install --global ${bare ?? name}).`,
  )
}

/** The browser of this machine; null leaves it to playwright-core. */
export function findBrowser(configured: string | undefined): string | null {
  return configured ?? browsers.find((place) => existsSync(place)) ?? null
}
