import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { withoutAllocation } from '../domain/networks/port-requests.ts'

/** The changes that release a port, so that it holds no resources of a host's network. */
const unbound = (port: Pick<Port, 'binding:profile'>) => ({
  ...{ device_id: '', device_owner: '', 'binding:host_id': '', dns_name: '' },
  ...withoutAllocation(port),
})

export interface HeldPorts {
  readonly serverId: string
  /** Ports that the user created. */
  readonly preexisting: ReadonlySet<string>
  /** Only ports bound to this host are released, because the server may be on another host by now. */
  readonly host?: string
}

/** Releases a server's ports: those created for it are deleted, the user's are unbound. Idempotent. */
export const releasePorts = async (
  network: Pick<NetworkClient, 'ports' | 'updatePort' | 'deletePort'>,
  ctx: Context,
  { serverId, preexisting, host }: HeldPorts,
): Promise<void> => {
  const bound = host === undefined ? {} : { 'binding:host_id': host }
  const ports = await network.ports(ctx, { device_id: serverId, ...bound }, ['id', 'binding:profile'])
  await Promise.all(
    ports.map(async (port) => {
      const { id } = port
      if (preexisting.has(id)) await network.updatePort(ctx, id, unbound(port))
      else await network.deletePort(ctx, id)
    }),
  )
}

/** Releases one port of a server. */
export const releasePort = async (
  network: Pick<NetworkClient, 'port' | 'updatePort' | 'deletePort'>,
  ctx: Context,
  port: { readonly portId: string; readonly serverId: string; readonly preexisting: boolean },
): Promise<void> => {
  if (!port.preexisting) return network.deletePort(ctx, port.portId)
  const found = await network.port(ctx, port.portId)
  if (found?.device_id === port.serverId) await network.updatePort(ctx, port.portId, unbound(found))
}
