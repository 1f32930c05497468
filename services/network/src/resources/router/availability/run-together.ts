import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Inside } from '../../../app/deps.ts'
import { allocateAddresses } from '../../../ipam/allocate-addresses.ts'
import { routerHaOwner } from '../../port/device-owners.ts'
import { insertPort } from '../../port/insert-port.ts'
import { ownPort, removeOwnPort } from '../../port/own-port.ts'
import { ports } from '../../port/ports.ts'
import { agentsByLoad } from '../least-loaded.ts'
import { ensureHaNetwork, giveUpHaNetwork, takeVirtualRouterId } from './ha-network.ts'
import { deleteHaBinding, type HaBinding, haBindingsOfRouter, insertHaBinding } from './ha-rows.ts'

type Shared = Pick<PlainRouter, 'id' | 'project_id'>

/** How many hosts an HA router should have (`max_l3_agents_per_router`). */
export const wantedHosts = ({ deps }: Pick<Inside, 'deps'>): number => {
  const { max_l3_agents_per_router: most } = deps.config.DEFAULT
  return most === 0 ? Number.MAX_SAFE_INTEGER : most
}

/** Adds a host to an HA router, with a port on the HA network. */
export const joinHost = async (inside: Inside, { id, project_id }: Shared, host: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const networkId = await ensureHaNetwork(inside, project_id)
  const port = await insertPort(inside, () => ({
    ...ownPort({
      network_id: networkId,
      project_id: '',
      device_id: id,
      device_owner: routerHaOwner,
      status: 'DOWN',
      'binding:host_id': host,
    }),
    name: `HA port tenant ${project_id}`,
  }))
  await allocateAddresses(db, port, undefined, deps.random)
  await insertHaBinding(db, { router_id: id, host, port_id: port.id, state: 'standby' })
  afterwards(() => deps.hosts.routersChanged(ctx, host, [id]))
  afterwards(() => deps.hosts.portsChanged(ctx, host, [port.id]))
}

/** Removes a host from an HA router. */
export const leaveHost = async (inside: Inside, binding: HaBinding): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const { router_id: id, host, port_id } = binding
  await deleteHaBinding(db, binding)
  const port = await ports.plain(db, 'all', port_id)
  if (port) await removeOwnPort(inside, port)
  afterwards(() => deps.hosts.routersChanged(ctx, host, [id]))
}

/** Schedules an HA router on as many hosts as wanted or available; returns them. */
export const spreadRouter = async (inside: Inside, router: Shared): Promise<readonly string[]> => {
  const hosts = (await haBindingsOfRouter(inside.db, router.id)).map(({ host }) => host)
  const candidates = (await agentsByLoad(inside, { distributed: false })).filter(
    ({ host }) => !hosts.includes(host),
  )
  const added = candidates.slice(0, Math.max(0, wantedHosts(inside) - hosts.length)).map(({ host }) => host)
  for (const host of added) await joinHost(inside, router, host)
  return [...hosts, ...added]
}

/** Prepares a router for HA. */
export const beginTogether = async (inside: Inside, router: Shared): Promise<void> => {
  const networkId = await ensureHaNetwork(inside, router.project_id)
  await takeVirtualRouterId(inside.db, router.id, networkId)
}

/** Removes everything of HA from a router. */
export const endTogether = async (inside: Inside, router: Shared): Promise<void> => {
  for (const binding of await haBindingsOfRouter(inside.db, router.id)) await leaveHost(inside, binding)
  await giveUpHaNetwork(inside, router)
}
