import type { PlainPort, Port } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'
import { hostsServing } from '../dhcp/dhcp-bindings.ts'
import { notifyDistributedOn } from '../resources/router/distribution/notify-distributed.ts'

/** The security groups of these ports. */
export const groupsOf = (ports: readonly Pick<Port, 'security_groups'>[]): readonly string[] => [
  ...new Set(ports.flatMap(({ security_groups }) => security_groups)),
]

/** Tells hosts of created or changed ports: the ports' own hosts now, those that serve DHCP soon. */
export const spread = async (deps: Deps, ctx: Context, ports: readonly PlainPort[]): Promise<void> => {
  for (const port of ports)
    if (port['binding:host_id'] !== '') await deps.hosts.portsChanged(ctx, port['binding:host_id'], [port.id])
  deps.hosts.dhcpChangedSoon(ports.map(({ network_id }) => network_id))
}

/** Tells these hosts that DHCP of a network changed. */
export const reportServing = async (
  deps: Deps,
  ctx: Context,
  networkId: string,
  hosts: Iterable<string>,
): Promise<void> => {
  for (const host of hosts) await deps.hosts.dhcpChanged(ctx, host, networkId)
}

/** Tells the hosts that serve DHCP on these networks. */
export const serveAnew = async (deps: Deps, ctx: Context, networkIds: readonly string[]): Promise<void> => {
  await notifyDistributedOn(deps, ctx, networkIds)
  for (const networkId of new Set(networkIds))
    await reportServing(deps, ctx, networkId, await hostsServing(deps.db, networkId))
}
