import { Box } from 'ink'
import type { JSX } from 'react'
import { compact, counted, duration, spentWords } from '../../views/index.ts'
import type { Freshness } from '../feed.ts'
import type { Scene } from '../scene.ts'
import type { Tone } from '../theme.ts'
import { Words } from './words.tsx'

const sparklineFrom = 120
const bars = '▁▂▃▄▅▆▇█'

/** Who needs you and who works, whether that is live, and what it costs. */
export function Header({ scene, now, columns }: { scene: Scene; now: number; columns: number }): JSX.Element {
  const { words, tone } = freshnessWords(scene.freshness, now)
  return (
    <Box flexDirection="column" width={columns} height={2} flexShrink={0}>
      <Box justifyContent="space-between" gap={2} height={1}>
        <Box gap={1} flexShrink={1}>
          <Box flexShrink={0}>
            <Words tone="accent" bold>
              Iris
            </Words>
          </Box>
          {scene.freshness.at === 'stale' ? (
            <Words tone="quiet">{`Before: ${scene.sentence}`}</Words>
          ) : (
            <Words bold tone={toneOf(scene)}>
              {scene.sentence}
            </Words>
          )}
        </Box>
        <Box flexShrink={0}>
          <Words tone={tone}>{words}</Words>
        </Box>
      </Box>
      <Box justifyContent="space-between" gap={2} height={1}>
        <Box flexShrink={1}>
          <Words tone="quiet">{figures(scene, now)}</Words>
        </Box>
        {columns >= sparklineFrom && (
          <Box flexShrink={0}>
            <Words tone="quiet">{`${sparkline(scene.hourly)} tokens by hour`}</Words>
          </Box>
        )}
      </Box>
    </Box>
  )
}

function toneOf({ asks, problems }: Scene): Tone {
  if (asks.length > 0) return 'needs'
  return problems.length > 0 ? 'bad' : 'ink'
}

function freshnessWords(freshness: Freshness, now: number): { words: string; tone: Tone } {
  if (freshness.at === 'live') return { words: '● live', tone: 'good' }
  if (freshness.at === 'connecting') return { words: '○ connecting', tone: 'quiet' }
  return { words: `○ ${duration(Math.max(1000, now - freshness.since))} old`, tone: 'bad' }
}

function figures({ daemon, spent, openAsks }: Scene, now: number): string {
  if (!daemon) return ''
  return [
    `${spentWords(spent)} today`,
    `${compact(spent.tokens)} model tokens`,
    openAsks === 0 ? 'no open asks' : counted(openAsks, 'open ask'),
    `up ${duration(Math.max(1000, now - daemon.startedAt))}`,
  ].join(' · ')
}

function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 1)
  return values.map((value) => bars[Math.ceil((value / most) * (bars.length - 1))] ?? ' ').join('')
}
