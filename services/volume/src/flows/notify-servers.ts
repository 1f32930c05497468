import type { ExternalEvent } from '@nimbo/clients/compute'
import type { Context } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import type { Volume } from '../domain/volume.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage } from './is-outage.ts'

/**
 * Sends Nova an external event for each server that has the volume attached. Ignores servers that are gone; throws while Nova is
 * unavailable, so that the step is retried.
 */
export const notifyServersOf = async (
  { compute, log }: Pick<FlowDeps, 'compute' | 'log'>,
  ctx: Context,
  name: Extract<ExternalEvent['name'], `volume-${string}`>,
  volume: Pick<Volume, 'id' | 'attachments'> | undefined,
  status: ExternalEvent['status'] = 'completed',
): Promise<void> => {
  const servers = [...new Set(volume?.attachments.flatMap(({ serverId }) => serverId ?? []))]
  if (volume === undefined || servers.length === 0) return
  const events = servers.map((server_uuid) => ({
    ...{ name, server_uuid, tag: volume.id, status },
  }))
  try {
    await compute.sendEvents(ctx, events)
  } catch (error) {
    if (!isFault(error) || isOutage(error)) throw error
    log.warn({ volume: volume.id, servers, reason: messageOf(error) }, 'compute refused an event of a volume')
  }
}
