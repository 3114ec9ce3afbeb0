import type { Model } from './controller.ts'
import type { Tone } from './theme.ts'
import type { Notice } from './view.ts'
import { clean, wrapped } from './words.ts'

const praiseFor = 4000
const mostLines = 14
/** The first lines, one of the panes and the keys stay on the screen. */
const others = 6

/** What stands above the keys: what just happened, or what is to be confirmed, whole. */
export function footerLines({ scene, view, size, now }: Model): { lines: string[]; tone: Tone } {
  const room = Math.min(mostLines, Math.max(1, size.rows - others))
  if (view.mode.at === 'confirming')
    return { lines: wrapped(clean(view.mode.question), size.columns).slice(0, room), tone: 'needs' }
  const notice = view.notice ?? backAgain(scene.freshness, now)
  if (!notice) return { lines: [''], tone: 'quiet' }
  return { lines: wrapped(notice.words, size.columns).slice(0, room), tone: notice.tone }
}

function backAgain(freshness: Model['scene']['freshness'], now: number): Notice | undefined {
  // Wall time: it only shows a word for a while.
  const isNew = freshness.at === 'live' && freshness.isBack && now - freshness.since < praiseFor
  return isNew ? { words: 'Connected again. Everything was read anew.', tone: 'good' } : undefined
}
