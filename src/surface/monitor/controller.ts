import type { Clock } from '../../platform/clock/index.ts'
import { perform } from './actions.ts'
import type { Feed } from './feed.ts'
import type { Size } from './layout.ts'
import { press, type Key } from './press.ts'
import { sceneOf, type Scene } from './scene.ts'
import type { Tail } from './tail.ts'
import { firstView, settle, shownSession, type Effect, type View } from './view.ts'

/** All that is drawn at a moment. */
export interface Model {
  scene: Scene
  view: View
  tail: Tail
  size: Size
  now: number
}

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

export function createController(deps: {
  feed: Feed
  clock: Clock
  size: Size
  onQuit: () => void
}): Controller {
  const { feed, clock } = deps
  const listeners = new Set<() => void>()
  let model = modelOf(firstView, deps.size)
  let stopTicking = (): void => undefined
  let noticedAt = 0

  return {
    model: () => model,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    press(key) {
      const { view, effect } = press(model.view, key, model)
      update(view)
      if (effect?.do === 'quit') deps.onQuit()
      else if (effect) void run(effect)
    },
    resize: (size) => update(model.view, size),
    open() {
      feed.onChange(() => update(model.view))
      feed.open()
      tickOn()
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
    const settled = settle(withoutOldNotice(view, now), scene, now)
    feed.follow(shownSession(settled, scene))
    return { scene, view: settled, tail: feed.tail(), size, now }
  }

  function update(view: View, size: Size = model.size): void {
    if (view.notice !== model.view.notice) noticedAt = clock.now()
    model = modelOf(view, size)
    for (const listener of listeners) listener()
  }

  /** A sentence is read soon enough; what went wrong stays until a key is pressed. */
  function withoutOldNotice(view: View, now: number): View {
    const isOld = view.notice?.tone !== 'bad' && now - noticedAt > noticeFor
    return isOld ? { ...view, notice: null } : view
  }

  /** Ages and countdowns move by themselves. */
  function tickOn(): void {
    stopTicking = clock.after(tick, () => {
      update(model.view)
      tickOn()
    })
  }

  async function run(effect: Effect): Promise<void> {
    if (effect.do === 'answer') update({ ...model.view, pending: effect.answer.ask })
    const notice = await perform(feed.client(), effect)
    const isFailed = notice.tone === 'bad'
    update({ ...model.view, notice, pending: isFailed ? null : model.view.pending })
  }
}
