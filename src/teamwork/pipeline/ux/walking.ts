import type { Locator, Page } from 'playwright-core'
import { systemClock } from '../../../platform/clock/index.ts'
import type { Persona, Step } from './journeys.ts'

const maxTabs = 100

/** What a step is called, for people. */
export function nameOf(step: Step): string {
  const [[verb, what] = ['', '']] = Object.entries(step)
  return `${verb} “${String(what)}”`
}

/** Does one step as a persona would; rejects with words when it cannot be done in its time. */
export async function take(
  page: Page,
  step: Step,
  { persona, url }: { persona: Persona; url: string },
): Promise<void> {
  const timeout = step.within * 1000
  if ('open' in step) return void (await page.goto(new URL(step.open, url).href, { timeout }))
  if ('press' in step) return page.keyboard.press(step.press)
  if ('expect' in step) return page.getByText(step.expect).first().waitFor({ timeout })
  const target = 'click' in step ? button(page, step.click) : page.getByLabel(step.fill).first()
  await target.waitFor({ timeout })
  if (persona.keyboardOnly) return byKeyboard(page, target, step)
  if ('fill' in step) return target.fill(step.with, { timeout })
  return persona.touch ? target.tap({ timeout }) : target.click({ timeout })
}

function button(page: Page, name: string): Locator {
  return page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .or(page.getByRole('checkbox', { name }))
    .first()
}

async function byKeyboard(page: Page, target: Locator, step: Step): Promise<void> {
  const focused = target.and(page.locator(':focus'))
  const late = systemClock.steady() + step.within * 1000
  for (let tabs = 0; tabs < maxTabs && systemClock.steady() < late; tabs += 1) {
    if ((await focused.count()) > 0) {
      await ('fill' in step ? page.keyboard.insertText(step.with) : page.keyboard.press('Enter'))
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${nameOf(step)} cannot be reached with the keyboard.`)
}
