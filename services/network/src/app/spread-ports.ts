import type { Context } from '@nimbo/kernel/context'
import type { PlainPort, Port } from '../domain/port.ts'
import type { Deps } from './deps.ts'

/** The security groups these ports are in. */
export const groupsOf = (ports: readonly Pick<Port, 'security_groups'>[]): readonly string[] => [
  ...new Set(ports.flatMap(({ security_groups }) => security_groups)),
]

/** Tells the hosts of ports that were made or changed: their own now, and those that serve them DHCP soon. */
export const spread = async (deps: Deps, ctx: Context, ports: readonly PlainPort[]): Promise<void> => {
  for (const port of ports)
    if (port['binding:host_id'] !== '')
      await deps.agents.portsChanged(ctx, port['binding:host_id'], [port.id])
  deps.dhcpChanged(ports.map(({ network_id }) => network_id))
}

/** Tells the hosts that serve DHCP on these networks. */
export const serveAnew = async (deps: Deps, ctx: Context, networkIds: readonly string[]): Promise<void> => {
  for (const networkId of new Set(networkIds))
    for (const host of await deps.store.dhcpBindings.hostsOf(networkId))
      await deps.agents.dhcpChanged(ctx, host, networkId)
}
