import type { Model } from './model.ts'
import type { Size } from './layout.ts'
import type { Tone } from './theme.ts'
import type { Notice } from './view.ts'
import { clean, wrapped } from './words.ts'

const praiseFor = 4000
const maxLines = 14
/** The first lines, one of the panes and the keys stay on the screen. */
const others = 6

/** How many lines what is to be confirmed may have. */
function roomIn({ rows }: Size): number {
  return Math.min(maxLines, Math.max(1, rows - others))
}

/** Whether a question stands whole above the keys; what does not is not asked. */
export function fitsFooter(question: string, size: Size): boolean {
  return wrapped(clean(question), size.columns).length <= roomIn(size)
}

/** What stands above the keys: what just happened, or what is to be confirmed, whole. */
export function footerLines({ scene, view, size, now }: Model): { lines: string[]; tone: Tone } {
  const room = roomIn(size)
  if (view.mode.at === 'confirming')
    return { lines: wrapped(clean(view.mode.question), size.columns).slice(0, room), tone: 'needs' }
  const notice = view.notice ?? backAgain(scene.freshness, now)
  if (!notice) return { lines: [''], tone: 'quiet' }
  return { lines: wrapped(notice.words, size.columns).slice(0, room), tone: notice.tone }
}

function backAgain(freshness: Model['scene']['freshness'], now: number): Notice | undefined {
  // Wall time: it only shows a word for a while.
  const isNew = freshness.at === 'live' && freshness.isBack && now - freshness.since < praiseFor
  return isNew ? { words: 'Reconnected. Everything is up to date.', tone: 'good' } : undefined
}
