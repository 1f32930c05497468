import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { powerStates } from '../../driver/hypervisor.ts'
import type { AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'options' | 'clock' | 'log'>

/** After so many missed reports the host counts as down, and its servers may have been deleted without it. */
const missedReports = 3

/**
 * Applies the options `running_deleted_instance_*` to guests whose servers are deleted. It checks them when the host
 * starts, periodically, and after the host was silent or counted as down: then another server may have their volumes by
 * now. A poll interval of 0 disables all checks.
 */
export const deletedGuests = (
  { host, hypervisor, options, clock, log }: Deps,
  remove: (ctx: Context, serverId: ServerId) => Promise<void>,
) => {
  const seenSince = new Map<ServerId, number>()
  let calledAt = Number.NEGATIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY

  const isTime = (): boolean => {
    const now = clock.now()
    const wasSilent = now - calledAt > missedReports * options.report_interval * 1000
    calledAt = now
    const everyMs = options.running_deleted_instance_poll_interval * 1000
    if (everyMs === 0 || (!wasSilent && now - lookedAt < everyMs)) return false
    lookedAt = now
    return true
  }

  const treat = async (ctx: Context, serverId: ServerId): Promise<void> => {
    switch (options.running_deleted_instance_action) {
      case 'noop':
        return
      case 'log':
        return log.warn({ serverId, host }, 'the host has a guest whose server is deleted; it is left alone')
      case 'shutdown':
        if ((await hypervisor.power.powerState(serverId)) === powerStates.shutdown) return
        log.warn({ serverId, host }, 'the host has a guest whose server is deleted; it is powered off')
        return hypervisor.power
          .powerOff(serverId, 0)
          .catch((error: unknown) =>
            log.error({ serverId, error }, 'the guest of a deleted server cannot be powered off'),
          )
      case 'reap':
        return remove(ctx, serverId)
    }
  }

  return {
    /** Applies the configured action to the guests whose timeout has passed. */
    treat: async (ctx: Context, guests: readonly ServerId[]): Promise<void> => {
      for (const id of seenSince.keys()) if (!guests.includes(id)) seenSince.delete(id)
      for (const id of guests) if (!seenSince.has(id)) seenSince.set(id, clock.now())
      if (!isTime()) return
      const until = clock.now() - options.running_deleted_instance_timeout * 1000
      for (const id of guests) if ((seenSince.get(id) ?? 0) <= until) await treat(ctx, id)
    },
    /** Makes the next report check the guests of deleted servers. */
    lookSoon: (): void => {
      lookedAt = Number.NEGATIVE_INFINITY
    },
  }
}
