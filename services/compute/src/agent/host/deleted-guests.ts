import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { powerStates } from '../../driver/hypervisor.ts'
import type { AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'options' | 'clock' | 'log'>

/** So many reports that did not get through, and servers may have been deleted as if the host were down. */
const missedReports = 3

/**
 * Guests whose servers are deleted, treated as the options `running_deleted_instance_*` say. They are looked at when the host
 * starts, from time to time, and when it was silent or counted as down: then somebody else may have their volumes by now.
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
        return log.warn({ serverId, host }, 'a guest is here whose server is deleted; it is left alone')
      case 'shutdown':
        if ((await hypervisor.power.powerState(serverId)) === powerStates.shutdown) return
        log.warn({ serverId, host }, 'a guest is here whose server is deleted; it is powered off')
        return hypervisor.power
          .powerOff(serverId, 0)
          .catch((error: unknown) => log.error({ serverId, error }, 'it cannot be powered off'))
      case 'reap':
        return remove(ctx, serverId)
    }
  }

  return {
    /** Treats those of them whose time it is. */
    treat: async (ctx: Context, guests: readonly ServerId[]): Promise<void> => {
      for (const id of seenSince.keys()) if (!guests.includes(id)) seenSince.delete(id)
      for (const id of guests) if (!seenSince.has(id)) seenSince.set(id, clock.now())
      if (!isTime()) return
      const until = clock.now() - options.running_deleted_instance_timeout * 1000
      for (const id of guests) if ((seenSince.get(id) ?? 0) <= until) await treat(ctx, id)
    },
    /** Has them looked at with the next report. */
    lookSoon: (): void => {
      lookedAt = Number.NEGATIVE_INFINITY
    },
  }
}
