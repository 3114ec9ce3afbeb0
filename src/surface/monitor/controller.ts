import type { Clock } from '../../platform/clock/index.ts'
import { perform } from './actions.ts'
import { createAskReader } from './ask-reader.ts'
import type { Feed } from './feed.ts'
import type { Size } from './layout.ts'
import type { Model } from './model.ts'
import { press, type Key } from './press.ts'
import { sceneOf } from './scene.ts'
import { shownAsk } from './screen-layout.ts'
import { emptyTail, keepScroll } from './tail.ts'
import { firstView, readingOf, settle, shownSession, type Effect, type View } from './view.ts'

/** Puts together what is known, where somebody looks, and what they press. */
export interface Controller {
  model(): Model
  /** Told whenever the model is another; returns how to stop that. */
  subscribe: (listener: () => void) => () => void
  press(key: Key): void
  resize(size: Size): void
  open(): void
  close(): void
}

const tick = 1000
const noticeFor = 8000

interface ControllerDeps {
  feed: Feed
  clock: Clock
  size: Size
  onQuit: () => void
}

export function createController(deps: ControllerDeps): Controller {
  const { feed, clock } = deps
  const listeners = new Set<() => void>()
  const asks = createAskReader({ client: () => feed.client(), onChange: () => update(model.view) })
  let stopTicking = (): void => undefined
  let noticedAt = -Infinity
  let shown = emptyTail(undefined)
  let model = modelOf(firstView, deps.size)

  return {
    model: () => model,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    press(key) {
      const { isReadable, room } = shownAsk(model)
      const moment = { ...model, isReadable, page: room, steady: clock.steady() }
      const { view, effect } = press(model.view, key, moment)
      update(view)
      if (effect?.do === 'quit') deps.onQuit()
      else if (effect) void run(effect)
    },
    resize: (size) => update(model.view, size),
    open() {
      feed.onChange(() => update(model.view))
      feed.open()
      stopTicking = everySecond(clock, () => update(model.view))
    },
    close() {
      stopTicking()
      feed.close()
      listeners.clear()
    },
  }

  function modelOf(view: View, size: Size): Model {
    const now = clock.now()
    const scene = sceneOf(feed.facts(), feed.freshness(), now)
    const steady = clock.steady()
    const settled = settle(steady - noticedAt > noticeFor ? withoutNotice(view) : view, scene, steady)
    feed.follow(shownSession(settled, scene))
    const tail = feed.tail()
    const scroll = settled.pane === 'tail' ? keepScroll(settled.scroll, shown, tail) : settled.scroll
    shown = tail
    asks.look(settled.isOpen && settled.pane === 'asks' ? settled.answering?.ask : undefined)
    return withReading({ scene, view: { ...settled, scroll }, tail, whole: asks.whole(), size, now })
  }

  function update(view: View, size: Size = model.size): void {
    const { notice } = model.view
    if (view.notice !== notice) noticedAt = clock.steady()
    model = modelOf(view, size)
    if (model.view.notice !== notice) noticedAt = clock.steady()
    for (const listener of listeners) listener()
  }

  async function run(effect: Effect): Promise<void> {
    if (effect.do === 'answer') update({ ...model.view, pending: effect.answer.ask })
    const notice = await perform(feed.client(), effect)
    const isFailed = notice.tone === 'bad'
    update({ ...model.view, notice, pending: isFailed ? null : model.view.pending })
  }
}

/** Keeps that the end of an open ask has been on the screen, and scrolls no further than there are lines. */
function withReading(model: Model): Model {
  const { view } = model
  if (!view.isOpen || view.pane !== 'asks') return model
  const { isReadable, maxScroll } = shownAsk(model)
  const read = isReadable ? readingOf(view) : view.read
  return { ...model, view: { ...view, read, scroll: Math.min(view.scroll, maxScroll) } }
}

/** A sentence is read soon enough; what went wrong stays until a key is pressed. */
function withoutNotice(view: View): View {
  return view.notice?.tone === 'bad' ? view : { ...view, notice: null }
}

/** Ages and countdowns move by themselves. */
function everySecond(clock: Clock, call: () => void): () => void {
  let stop = clock.after(tick, again)
  return () => stop()
  function again(): void {
    stop = clock.after(tick, again)
    call()
  }
}
