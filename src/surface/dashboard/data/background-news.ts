import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Client } from '../../../client/index.ts'
import { useWorld } from './context.ts'
import { liveLock } from './leading.ts'
import type { Live } from './live.ts'
import { holdWhileVisible, isAnyVisible } from './looking.ts'
import { canNotify, notify, wants } from './notifying.ts'
import { playSound } from './sound.ts'

const lockName = 'iris.news'
const markName = 'iris.news'
/** What comes in one moment is told as one. */
const moment = 500
const maxNap = 60_000

/** How far this browser has told news, and what of the rest it told already because it came through quiet hours. */
interface Mark {
  upTo: number
  shown: readonly number[]
}

/**
 * Tells of news with a notification and a sound while no page of this browser is visible, once for all its tabs: the one
 * that holds the stream tells. What a tab has stored, another reads a moment later, so they cannot take turns.
 */
export function useBackgroundNews(): void {
  const { client, live } = useWorld()
  const router = useRouter()
  useEffect(() => {
    if (!canNotify()) return undefined
    return tellNews({ client, live, open: (link) => router.history.push(link) })
  }, [client, live, router])
}

function tellNews(deps: { client: Client; live: Live; open: (link: string) => void }): () => void {
  const { client, live, open } = deps
  let types: readonly string[] = []
  let newest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const unhold = holdWhileVisible()
  const unlead = live.onLead(() => later(moment))
  const unlisten = live.listen(({ seq, type }) => {
    newest = seq
    if (live.isLeader() && types.includes(type)) later(moment)
  })
  void begin()
  return () => {
    unlead()
    clearTimeout(timer)
    unlisten()
    unhold()
  }

  async function begin(): Promise<void> {
    try {
      const { upTo, types: wanted } = await client.call('readNews', {})
      types = wanted
      newest = Math.max(newest, upTo)
      // What is there already is seen, or old; but behind the back of others that tell, nobody has seen anything.
      if (document.visibilityState === 'visible' || (await isAlone()))
        await navigator.locks.request(lockName, () => saveMark({ upTo, shown: [] }))
    } catch {
      // A daemon that is away, or does not let us in: the page says so itself, and begins anew with the next visit.
    }
  }

  function later(delay: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (!live.isLeader()) return
      // What fails now is told with what comes next.
      navigator.locks.request(lockName, tell).catch(() => undefined)
    }, delay)
  }

  async function tell(): Promise<void> {
    const mark = readMark()
    if (mark.upTo >= newest) return
    if (!(wants('notifications') || wants('sound')) || (await isAnyVisible()))
      return saveMark({ upTo: newest, shown: [] })
    const { notifications, upTo, quietMs } = await client.call('readNews', { after: mark.upTo })
    const fresh = notifications.filter(({ events }) => !events.every((seq) => mark.shown.includes(seq)))
    for (const { title, text, link, events } of fresh)
      notify({ title, text, tag: `iris ${events.join(' ')}` }, () => open(link))
    if (fresh.length > 0 && wants('sound')) playSound()
    const shown = [...mark.shown, ...fresh.flatMap(({ events }) => events)]
    saveMark(quietMs > 0 ? { upTo: mark.upTo, shown } : { upTo, shown: [] })
    if (quietMs > 0) later(Math.min(quietMs, maxNap))
  }
}

/** Whether no other tab of this browser holds the stream, or waits for it. */
async function isAlone(): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query()
  return [...held, ...pending].filter(({ name }) => name === liveLock).length < 2
}

function readMark(): Mark {
  const [upTo = 0, ...shown] = (localStorage.getItem(markName) ?? '').split(' ').map(Number)
  return { upTo, shown }
}

function saveMark({ upTo, shown }: Mark): void {
  localStorage.setItem(markName, [upTo, ...shown].join(' '))
}
