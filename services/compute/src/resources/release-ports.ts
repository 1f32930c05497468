import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'

/** What makes a port nobody's again. */
const unbound = { device_id: '', device_owner: '', 'binding:host_id': '' }

export interface HeldPorts {
  readonly serverId: string
  /** Ports its user brought. */
  readonly preexisting: ReadonlySet<string>
  /** Only those bound to this host: another may have the server by now, and its ports. */
  readonly host?: string
}

/**
 * Gives back the ports of a server: those made for it are deleted, those its user brought are only unbound. Repeating it
 * finds nothing left to do.
 */
export const releasePorts = async (
  network: Pick<NetworkClient, 'ports' | 'updatePort' | 'deletePort'>,
  ctx: Context,
  { serverId, preexisting, host }: HeldPorts,
): Promise<void> => {
  const bound = host === undefined ? {} : { 'binding:host_id': host }
  const ports = await network.ports(ctx, { device_id: serverId, ...bound }, ['id'])
  await Promise.all(
    ports.map(async ({ id }) => {
      if (preexisting.has(id)) await network.updatePort(ctx, id, unbound)
      else await network.deletePort(ctx, id)
    }),
  )
}

/** Gives back one port of a server. */
export const releasePort = async (
  network: Pick<NetworkClient, 'port' | 'updatePort' | 'deletePort'>,
  ctx: Context,
  port: { readonly portId: string; readonly serverId: string; readonly preexisting: boolean },
): Promise<void> => {
  if (!port.preexisting) return network.deletePort(ctx, port.portId)
  const found = await network.port(ctx, port.portId)
  if (found?.device_id === port.serverId) await network.updatePort(ctx, port.portId, unbound)
}
