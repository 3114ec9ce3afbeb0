import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeFiles, type EventEnvelope } from '../../src/contract/index.ts'
import { listen } from '../../src/teamwork/notifications/world.suite.ts'
import { openBrowser } from '../support/browser.ts'
import { picture, visit } from '../support/page.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'
import { openTerminal, type Terminal } from '../support/terminal.ts'

/** From the event to the eye. */
const within = 2000

const folder = mkdtempSync(join(tmpdir(), 'iris-ten-'))
let world: TeamWorld
let hook: Awaited<ReturnType<typeof listen>>
let browser: Browser
let page: Page
let terminal: Terminal
/** When each notification arrived. */
const arrived: number[] = []

/** An agent that does what it is told: asks, plans, dies, or meets the limit. */
const agent = `init()
const ask = (tool_name, input) => process.stdin.once('data', () => result('Thanks.')) && say({ type: 'control_request', request_id: 'r' + Date.now(), request: { subtype: 'can_use_tool', tool_name, input, tool_use_id: 't' } })
if (text === 'die') process.stdout.write('', () => process.kill(process.pid, 'SIGKILL'))
else if (text === 'list') ask('Bash', { command: 'ls -la dist', description: 'List what was built' })
else if (text === 'choose') ask('AskUserQuestion', { questions: [{ question: 'Which database?', header: 'Database', multiSelect: false, options: [{ label: 'SQLite', description: '' }, { label: 'Postgres', description: '' }] }] })
else if (text === 'plan') ask('ExitPlanMode', { plan: '1. Write the parser.' })
else if (text === 'prose') result('Both would work. Which database do you want, SQLite or Postgres?')
else if (text === 'limit' && !globalThis.hasMetIt) {
  globalThis.hasMetIt = true
  say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: Math.ceil(Date.now() / 1000) + 3600, rateLimitType: 'five_hour' } })
  result("You've hit your session limit", { is_error: true })
} else if (text.includes('Ship the parser')) {
  const over = setInterval(() => require('fs').existsSync('finish') && (clearInterval(over), result('Done.')), 20)
} else result('Done.')`

beforeAll(async () => {
  hook = await listen(() => {
    arrived.push(Date.now())
    return {}
  })
  const claudePath = writeFakeClaude(join(folder, 'claude'), agent)
  const asking = { claudePath, grantPermission: 'ask' }
  world = await openTeams({
    lines: '  - { when: { says: /./ }, reply: Yes. }',
    teams: {
      asker: asking,
      writer: { claudePath },
      planner: asking,
      builder: asking,
      crasher: { claudePath },
      limited: { claudePath },
      spender: { claudePath, budget: { total: 0.4 } },
      runner: { claudePath },
      rester: { claudePath },
    },
    sections: {
      agent: {
        features: { healthMonitoring: false },
        completionAnalysis: { alertMethods: ['webhook'], enabledFor: ['writer'] },
      },
      notifications: { webhook: { url: hook.url } },
    },
  })
  browser = await openBrowser()
})
afterAll(async () => {
  terminal?.end()
  await browser?.close()
  await world?.end()
  await hook?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The overview beside another window: it is visible, and nobody looks at it, so people are told elsewhere too. */
async function openPageAside(): Promise<Page> {
  const visitor = await visit(browser, world.client)
  const session = await visitor.context.newCDPSession(visitor.page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  await (await visitor.context.newPage()).bringToFront()
  await expect.poll(isPresent).toBe(false)
  await visitor.page.evaluate(noteWhenShown)
  return visitor.page
}

async function isPresent(): Promise<boolean> {
  return (await world.client.call('reportPresence', { page: 'test', looking: false })).present
}

/** When the page first showed each text. */
const noteWhenShown = `{
  const seen = (globalThis.seen = { at: {}, wanted: [] })
  const look = () => {
    const text = document.body.innerText
    for (const words of seen.wanted) if (text.includes(words)) seen.at[words] ??= Date.now()
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  globalThis.want = (words) => (seen.wanted.push(words), look())
}`

/** A monitor that may only read: nobody who looks at it counts as told. */
async function openMonitorOfOnlooker(): Promise<Terminal> {
  const { secret } = await world.client.call('createToken', { name: 'onlooker', role: 'observer' })
  writeFileSync(homeFiles(world.home).token, secret)
  const opened = await openTerminal({ home: world.home, columns: 140, rows: 40 })
  await opened.type('iris monitor')
  await opened.press('Enter')
  await opened.shows('● live')
  return opened
}

interface Row {
  what: string
  begin: () => Promise<unknown>
  /** The type of the event that it is measured from. */
  type: 'ask.opened' | 'turn.ended' | 'run.ended'
  /** The turn ended with an answer; somebody waits for it. */
  isAnswer?: boolean
  /** What each shows: that it is so, and the way out. */
  page: readonly string[]
  monitor: readonly (string | RegExp)[]
  webhook: { title: string; text?: RegExp; options?: readonly string[] }
  end?: () => Promise<unknown>
}

const tell = (team: string, message: string) => () => Promise.resolve(void world.tell(message, team))
const answer = (choose: string) => () => world.answer({ choose })

const rows: readonly Row[] = [
  {
    what: 'a question',
    begin: tell('asker', 'choose'),
    type: 'ask.opened',
    page: ['Which database?', 'SQLite'],
    monitor: ['Which database?', '1 SQLite'],
    webhook: { title: 'asker asks you something', options: ['SQLite', 'Postgres'] },
    end: answer('1'),
  },
  {
    what: 'a question in prose, though its caller waits',
    begin: tell('writer', 'prose'),
    type: 'turn.ended',
    isAnswer: true,
    page: ['Which database do you want, SQLite or Postgres?'],
    monitor: ['Which database do you want, SQLite or Postgres?'],
    webhook: { title: 'writer asks you something', options: ['SQLite', 'Postgres'] },
    end: answer('1'),
  },
  {
    what: 'a permission',
    begin: tell('builder', 'list'),
    type: 'ask.opened',
    page: ['ls -la dist', 'Allow'],
    monitor: ['ls -la dist', 'y Allow'],
    webhook: {
      title: 'builder asks for permission',
      text: /ls -la dist/,
      options: ['Allow', 'Always allow', 'Deny'],
    },
    end: answer('n'),
  },
  {
    what: 'a plan',
    begin: tell('planner', 'plan'),
    type: 'ask.opened',
    page: ['Wants you to approve its plan'],
    monitor: ['Wants you to approve its plan'],
    webhook: { title: 'planner has a plan for you', options: ['Approve', 'Send back'] },
    end: answer('n'),
  },
  {
    what: 'a crash',
    begin: tell('crasher', 'die'),
    type: 'turn.ended',
    page: ['The agent died', 'Tell it again: the conversation continues in a new process.'],
    monitor: ['The agent died', 'Tell it again'],
    webhook: { title: 'crasher crashed', text: /Tell it again/ },
    end: () => world.ask('go on', 'crasher'),
  },
  {
    what: 'the account limit',
    begin: tell('limited', 'limit'),
    type: 'turn.ended',
    page: ['It was cut off at the account limit', 'The account is at its limit until', 'Lift the limit'],
    monitor: ['It was cut off at the account limit', 'iris limits lift'],
    webhook: { title: 'limited stopped at the account limit', text: /iris limits lift/ },
    end: () => world.client.call('liftQuota', {}),
  },
  {
    what: 'a spent budget',
    begin: async () => {
      await world.ask('work', 'spender')
      world.tell('more', 'spender')
    },
    type: 'turn.ended',
    page: ['It has spent its budget', 'Raise it in the settings'],
    monitor: ['It has spent its budget', 'Raise it in the settings'],
    webhook: { title: 'spender has spent its budget', text: /Raise it in config\.yaml/ },
  },
  {
    what: 'a finished run',
    begin: finishRun,
    type: 'run.ended',
    page: ['completed, with proof', 'Ship the parser'],
    monitor: [/runner +completed, with proof/],
    webhook: { title: 'The run of runner is complete, with proof', text: /It ships/ },
  },
  {
    what: 'a run that rests',
    begin: () => world.daemon.runs.start({ team: 'rester', goal: 'Answer everything' }),
    type: 'ask.opened',
    page: ['The run rests, and its goal is not reached.', 'Accept it as it is'],
    monitor: ['The run rests, and its goal is not reached.', '1 Go on'],
    webhook: {
      title: 'rester has a run that needs you',
      text: /The goal: Answer everything/,
      options: ['Go on', 'Accept it as it is', 'Stop it'],
    },
    end: answer('3'),
  },
]

async function finishRun(): Promise<void> {
  const evidence = { files: ['parser.ts'], commands: ['true'] }
  const run = await world.daemon.runs.start({ team: 'runner', goal: 'Ship the parser', evidence })
  const project = join(world.home, 'projects', 'runner')
  writeFileSync(join(project, 'parser.ts'), '')
  await world.daemon.runs.complete(run.leader.session, 'It ships.')
  writeFileSync(join(project, 'finish'), '')
}

test('[NTF5] a page beside another window, and the monitor of somebody who may only read, keep nothing from being told', async () => {
  page = await openPageAside()
  terminal = await openMonitorOfOnlooker()
  expect(await isPresent()).toBe(false)
})

describe('the ten-second test', () => {
  test.each(rows)(
    '[NTF24] $what is seen on the page, in the monitor and by webhook within 2 s, with the way out',
    async (row) => {
      const after = world.daemon.log.head()
      for (const words of row.page) await page.evaluate(`want(${JSON.stringify(words)})`)
      expect(await page.evaluate(`seen.at[${JSON.stringify(row.page[0])}]`)).toBeUndefined()
      expect(await terminal.screen()).not.toMatch(patternOf(row.monitor[0] ?? ''))
      const heard = hook.heard.length
      try {
        const [event, onPage, onMonitor, notified] = await Promise.all([
          row.begin().then(() => eventOf(row, after)),
          firstOnPage(row.page),
          firstOnMonitor(row.monitor),
          firstHeard(row.webhook.title, heard),
        ])
        const times = { page: onPage, monitor: onMonitor, webhook: notified.at }
        for (const at of Object.values(times)) expect(at - event.at).toBeLessThan(within)
        const { text = /./, options = [] } = row.webhook
        expect(notified.body['text']).toMatch(text)
        expect((notified.body['options'] as { label: string }[]).map(({ label }) => label)).toEqual(options)
      } finally {
        await terminal.keep(`ten-seconds-${row.what.replaceAll(' ', '-')}`)
        await picture(page, `ten-seconds-${row.what.replaceAll(' ', '-')}`)
        await row.end?.()
      }
    },
  )
})

/** The event it is measured from: of several turns that end, the one with an answer, or the one without. */
async function eventOf({ type, isAnswer = false }: Row, after: number): Promise<EventEnvelope> {
  for (let seq = after; ;) {
    const event = await world.event(type, seq)
    if (type !== 'turn.ended' || ((event.data as { how?: string }).how === 'answered') === isAnswer)
      return event
    seq = event.seq
  }
}

/** What came by webhook under a title, by itself or among other news of the same moment, and when. */
async function firstHeard(
  title: string,
  from: number,
): Promise<{ body: Record<string, unknown>; at: number }> {
  const place = (): number =>
    hook.heard.findIndex(({ body }, index) => index >= from && titled(body, title) !== undefined)
  await expect.poll(place).toBeGreaterThan(-1)
  const { body = {} } = hook.heard[place()] ?? {}
  return { body: { ...body, ...titled(body, title) }, at: arrived[place()] ?? Infinity }
}

function titled(body: Record<string, unknown>, title: string): Record<string, unknown> | undefined {
  const news = (body['news'] ?? []) as Record<string, unknown>[]
  return [body, ...news].find((one) => one['title'] === title)
}

/** When the page had shown all of it. */
async function firstOnPage(texts: readonly string[]): Promise<number> {
  const times = (): Promise<(number | undefined)[]> =>
    page.evaluate(`${JSON.stringify(texts)}.map((words) => seen.at[words])`)
  await expect.poll(times).not.toContain(undefined)
  return Math.max(...(await times()).map(Number))
}

/** When the screen showed all of it. */
async function firstOnMonitor(texts: readonly (string | RegExp)[]): Promise<number> {
  for (const text of texts) await terminal.shows(text)
  return Date.now()
}

function patternOf(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(text.replaceAll(/[?.]/g, String.raw`\$&`)) : text
}
