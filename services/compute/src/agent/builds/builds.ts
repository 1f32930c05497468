import type { Context } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { inLogScope, logScopeOf } from '@nimbo/kernel/log-scope'
import { slots } from '@nimbo/kernel/slots'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'
import { isOutage, mayGoElsewhere } from '../agent-errors.ts'

/** The running builds of this host: one per server, and at most `max_concurrent_builds` at a time. */
export interface Builds {
  /** Builds a server and reports to the conductor; joins a build of the same server that is already running. */
  build(ctx: Context, serverId: ServerId): Promise<void>
  /** Cancels a build and resolves when it has cleaned up. */
  abandon(serverId: ServerId): Promise<void>
  /** Resolves when no build is running. */
  idle(): Promise<void>
  /** Stops all builds without reporting; the agent resumes them at its next start. */
  stop(): Promise<void>
}

export interface BuildsDeps {
  readonly self: Pick<AgentSelf, 'host' | 'options' | 'log'>
  readonly conductor: Pick<AgentPeers['conductor'], 'buildFailed'>
  readonly buildServer: (ctx: Context, serverId: ServerId, aborted: AbortSignal) => Promise<void>
}

interface Going {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export const builds = ({ self, conductor, buildServer }: BuildsDeps): Builds => {
  const going = new Map<ServerId, Going>()
  const turns = slots(self.options.max_concurrent_builds)

  const run = async (ctx: Context, serverId: ServerId, aborted: AbortSignal): Promise<void> => {
    try {
      await buildServer(ctx, serverId, aborted)
    } catch (thrown) {
      if (thrown instanceof SuppressedError)
        self.log.error({ serverId, error: thrown.error }, 'the cleanup after a failed build failed')
      if (aborted.aborted) return
      const error: unknown = thrown instanceof SuppressedError ? thrown.suppressed : thrown
      self.log.warn({ serverId, error }, 'a build failed')
      await conductor.buildFailed(ctx, {
        host: self.host,
        serverId,
        code: isFault(error) ? error.code : 'BuildFailed',
        message: messageOf(error),
        elsewhere: mayGoElsewhere(error),
        outage: isOutage(error),
      })
    }
  }
  const idle = async (): Promise<void> => {
    while (going.size > 0) await Promise.allSettled([...going.values()].map(({ ended }) => ended))
  }

  return {
    build: (ctx, serverId) => {
      const known = going.get(serverId)
      if (known !== undefined) return known.ended
      const abort = new AbortController()
      const ended = turns
        .run(() => inLogScope(logScopeOf(ctx), () => run(ctx, serverId, abort.signal)))
        .finally(() => going.delete(serverId))
      going.set(serverId, { abort, ended })
      return ended
    },
    abandon: async (serverId) => {
      const known = going.get(serverId)
      known?.abort.abort()
      await known?.ended.catch(() => undefined)
    },
    idle,
    stop: async () => {
      for (const { abort } of going.values()) abort.abort()
      await idle()
    },
  }
}
