import { useNavigate } from '@tanstack/react-router'
import type { Build, BuildTask } from '../../../../contract/plain.ts'
import { canRetry, canSkip, isOpenBuild } from '../../../views/index.ts'
import { useKeys } from '../../app/keys.ts'
import { useMayChange } from '../../data/may-change.ts'
import type { TaskDeed } from './task-dialog.tsx'
import { useBuildCall } from './use-build-call.ts'

/** One key each for what is done most; the task is the one that is open, else the one that is chosen. */
export function useBuildKeys(of: {
  build: Build
  chosen: BuildTask | undefined
  onAsk: (asked: { deed: TaskDeed; task: BuildTask }) => void
  onClose: () => void
}): void {
  const { build, chosen, onAsk, onClose } = of
  const navigate = useNavigate()
  const call = useBuildCall()
  const mayChange = useMayChange() && isOpenBuild(build)
  const session = chosen?.session
  useKeys({
    o: () => session && void navigate({ to: '/sessions/$session', params: { session } }),
    r: () => chosen && mayChange && canRetry(chosen) && onAsk({ deed: 'retry', task: chosen }),
    s: () => chosen && mayChange && canSkip(chosen) && onAsk({ deed: 'skip', task: chosen }),
    p: () => {
      if (!mayChange || call.isPending) return
      if (build.state === 'paused') call.mutate(['resumeBuild', { build: build.build }])
      else if (build.state === 'working') call.mutate(['pauseBuild', { build: build.build }])
    },
    Escape: onClose,
  })
}
