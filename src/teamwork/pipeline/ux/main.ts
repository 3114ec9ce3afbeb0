// The process with the browser: it goes through the journeys of a plan, and writes down what it found.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserType, Page } from 'playwright-core'
import { UxBarrier as Barrier, type UxBarrier, type UxJourney } from '../../../contract/index.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { Persona, Step } from './journeys.ts'
import type { UxPlan } from './plan.ts'
import { nameOf, take } from './walking.ts'

const served = 30_000
const lookAgain = 100
const maxElement = 300
const maxAdvice = 600
const maxFriction = 20

const [file = ''] = process.argv.slice(2)
// Only Iris writes it.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const plan = JSON.parse(readFileSync(file, 'utf8')) as UxPlan
const here = ['localhost', '127.0.0.1', '[::1]', ...plan.hosts]
const axe = readFileSync(plan.axe, 'utf8')
const barriers = new Map<string, UxBarrier>()
let pictures = 0

try {
  await answers(plan.url)
  const browser = await launch()
  const journeys: UxJourney[] = []
  for (const persona of plan.personas)
    for (const journey of plan.journeys) {
      journeys.push(await walk(browser, persona, journey))
      writeDown(journeys)
    }
  await browser.close()
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

/** Whoever reads it at any moment reads it whole. */
function writeDown(journeys: readonly UxJourney[]): void {
  const file = join(plan.folder, 'found.json')
  writeFileSync(`${file}.new`, JSON.stringify({ journeys, barriers: [...barriers.values()] }))
  renameSync(`${file}.new`, file)
  process.stdout.write('One more journey.\n')
}

/** Waits until something answers there. */
async function answers(url: string): Promise<void> {
  const late = systemClock.steady() + served
  for (;;) {
    try {
      await fetch(url, { redirect: 'manual' })
      return
    } catch (error) {
      if (systemClock.steady() > late) throw new Error(`Nothing answers at ${url}.`, { cause: error })
      await new Promise<void>((then) => void systemClock.after(lookAgain, then))
    }
  }
}

function launch(): Promise<Browser> {
  // It is found at run time, so its type is said here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { chromium } = createRequire(import.meta.url)(plan.playwright) as { chromium: BrowserType }
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      // Also what a route does not see, such as a redirect or a socket, stays on this machine.
      `--host-resolver-rules=MAP * ~NOTFOUND, ${here.map((host) => `EXCLUDE ${host}`).join(', ')}`,
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    ...(plan.browser === null ? {} : { executablePath: plan.browser }),
  })
}

async function walk(
  browser: Browser,
  persona: Persona,
  journey: UxPlan['journeys'][number],
): Promise<UxJourney> {
  const { width, height, touch } = persona
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers: 'block',
  })
  const walked: UxJourney = {
    journey: journey.name,
    persona: persona.name,
    isDone: false,
    words: null,
    expectedMs: Math.round(journey.expected * 1000),
    actualMs: 0,
    friction: [],
    pictures: [],
  }
  const page = await watched(context, walked)
  let at = ''
  try {
    for (const step of journey.steps) {
      at = nameOf(step)
      await timed(page, walked, { step, persona })
      await look(page)
    }
    walked.isDone = true
  } catch (error) {
    const [first = ''] = messageOf(error).split('\n')
    walked.words = (first.startsWith(at) ? first : `${at}: ${first}`).slice(0, maxElement)
  } finally {
    await context.close()
  }
  return walked
}

/** A page that reaches this machine only; what it asks elsewhere, and its faults, are noted. */
async function watched(context: BrowserContext, walked: UxJourney): Promise<Page> {
  await context.route('**/*', (route) => {
    const { hostname } = new URL(route.request().url())
    if (here.includes(hostname)) return route.continue()
    note(walked, `The page asks ${hostname}, which was not let through.`)
    return route.abort()
  })
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => note(walked, `The page has a fault: ${message.slice(0, maxElement)}`))
  return page
}

function note({ friction }: UxJourney, words: string): void {
  if (friction.length < maxFriction) friction.push(words)
}

async function timed(
  page: Page,
  walked: UxJourney,
  { step, persona }: { step: Step; persona: Persona },
): Promise<void> {
  const began = systemClock.steady()
  try {
    await take(page, step, { persona, url: plan.url })
  } finally {
    const took = Math.round(systemClock.steady() - began)
    walked.actualMs += took
    if (took > walked.expectedMs / 2) note(walked, `${nameOf(step)} took ${took} ms.`)
    walked.pictures.push(await picture(page))
  }
}

async function picture(page: Page): Promise<string> {
  const name = `${(pictures += 1)}.png`
  await page.screenshot({ path: join(plan.folder, name) }).catch(() => undefined)
  return name
}

/** What axe finds on the page as it is. */
async function look(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const found = await page.evaluate<
    {
      id: string
      impact: string
      help: string
      tags: string[]
      nodes: { html: string; failureSummary?: string }[]
    }[]
  >(`axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)`)
  for (const { id, impact, help, tags, nodes } of found) {
    const [tag = ''] = tags.flatMap((one) => /^wcag\d*(a{1,3})$/.exec(one)?.[1] ?? [])
    const [node] = nodes
    const element = (node?.html ?? '').slice(0, maxElement)
    const barrier = Barrier.safeParse({
      rule: id,
      impact,
      level: tag === '' ? 'best practice' : tag.toUpperCase(),
      words: help,
      advice: (node?.failureSummary ?? '').slice(0, maxAdvice),
      element,
      page: new URL(page.url()).pathname,
    })
    if (barrier.success) barriers.set(`${id} ${element}`, barrier.data)
  }
}
