import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { quiescingOf } from '../../domain/images/quiescing.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import type { HostInCell } from '../../flows/flow-deps.ts'
import type { ImagingDeps } from './imaging-deps.ts'

/**
 * Whether a server's file systems are frozen while snapshots of its volumes are taken: it runs, and its image says that it
 * has an agent for that. Throws when its image requires it and has none.
 */
export const isFrozenForSnapshots = ({ vmState, imageProperties }: Server): boolean => {
  if (vmState !== 'active') return false
  const { agent, required } = quiescingOf(imageProperties)
  if (required && !agent) throw errors.QemuGuestAgentNotEnabled()
  return agent
}

/**
 * Makes the host freeze the file systems of a server. A failure is only noted, unless the server's image requires
 * quiescing; the guest may be frozen nevertheless.
 */
export const freezeGuest =
  ({ computeHost, log }: Pick<ImagingDeps, 'computeHost' | 'log'>) =>
  async (ctx: Context, at: HostInCell, { id, imageProperties }: Server): Promise<void> => {
    try {
      await computeHost.freeze(ctx, at, { serverId: id })
    } catch (error) {
      if (!quiescingOf(imageProperties).required)
        return log.info({ serverId: id, error }, 'snapshots are taken without freezing the file systems')
      throw isFault(error, 'InstanceQuiesceNotSupported')
        ? errors.InstanceQuiesceNotSupported({ id })
        : errors.InstanceNotQuiesced({ id }, { cause: error })
    }
  }

/** Makes the host thaw the file systems of a server; when that fails, a flow does it a little later. */
export const thawGuest =
  ({ computeHost, log }: Pick<ImagingDeps, 'computeHost' | 'log'>) =>
  async (ctx: Context, at: HostInCell, { id }: Server): Promise<void> => {
    try {
      await computeHost.thaw(ctx, at, { serverId: id })
    } catch (error) {
      log.warn({ serverId: id, error }, 'a flow will thaw the file systems of a guest')
    }
  }
