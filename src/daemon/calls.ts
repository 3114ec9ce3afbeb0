import { homeFiles, type Limits, type Operations } from '../contract/index.ts'
import { agentOperations } from '../core/agents/index.ts'
import { inboxOperations } from '../core/inbox/index.ts'
import type { Tasks } from '../core/tasks/index.ts'
import { openLoginFiles, tokenOperations, type Login, type LoginFiles } from '../core/tokens/index.ts'
import { readLimits, usageOperations } from '../core/usage/index.ts'
import { configOperations } from '../platform/config/index.ts'
import { packageVersion } from '../platform/lib/index.ts'
import { irisOperations } from '../teamwork/intelligence/index.ts'
import { notificationOperations, type Notifications } from '../teamwork/notifications/index.ts'
import { teamOperations } from '../teamwork/orchestrator/index.ts'
import { runOperations } from '../teamwork/runs/index.ts'
import { createDemo, type Demo } from './demo.ts'
import type { Engine } from './engine.ts'
import type { FeatureOperations } from './features.ts'
import { daemonOperations, type DaemonDeps } from './operations.ts'
import type { DaemonContext } from './context.ts'
import type { Storage } from './storage.ts'

/** What calls do that no feature answers. */
export function openOperations(
  context: DaemonContext,
  own: {
    storage: Storage
    engine: Engine
    notifications: Notifications
    running: { login: Login } & Pick<DaemonDeps, 'url' | 'readers' | 'stop'>
    tasks: Pick<Tasks, 'get'>
  },
): Omit<Operations, keyof FeatureOperations> {
  const { environment, clock, projects } = context
  const { storage, engine, notifications, running, tasks } = own
  const { orchestrator, inbox, usage, runs } = engine
  const { log, live } = storage
  const startedAt = clock.now()
  const begun = clock.steady()
  const files = openFilesOf(context)
  const limits = (): Promise<Limits> => readLimits({ config: live.current(), usage, environment, projects })
  return {
    ...daemonOperations({
      ...running,
      log,
      demo: openDemo(context),
      config: live,
      home: environment.home,
      configPath: environment.configPath,
      startedAt,
      upForMs: () => clock.steady() - begun,
      version: packageVersion(),
    }),
    ...tokenOperations({
      ...storage,
      ...running,
      publicUrl: () => context.config.settings.publicUrl,
      writeLink: (link) => files.write(link),
      taskOf: (name) => tasks.get(name).task,
    }),
    ...configOperations({ environment, config: live }),
    ...agentOperations({ ...engine, startedAt, limit: () => live.current().settings.maxProcesses }),
    ...teamOperations(orchestrator),
    ...inboxOperations({ inbox, turns: orchestrator }),
    ...notificationOperations(notifications),
    ...runOperations({ runs, log }),
    ...usageOperations({ usage, limits }),
    ...irisOperations(engine.iris),
  }
}

function openFilesOf({ environment, clock, stops }: DaemonContext): LoginFiles {
  const files = openLoginFiles({ folder: homeFiles(environment.home).login, clock })
  stops.add(() => files.close())
  return files
}

function openDemo({ environment, stops }: DaemonContext): Demo {
  const demo = createDemo({ environment })
  stops.add(() => demo.close())
  return demo
}
