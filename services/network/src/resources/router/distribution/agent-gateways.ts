import type { Port } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside } from '../../../app/deps.ts'
import { allocateAddresses } from '../../../ipam/allocate-addresses.ts'
import type { Db } from '../../../tables.ts'
import { agentGatewayOwner } from '../../port/device-owners.ts'
import { insertPort } from '../../port/insert-port.ts'
import { ownPort, removeOwnPort } from '../../port/own-port.ts'
import { ports } from '../../port/ports.ts'
import { agentsOfDistributed } from './where-distributed.ts'

/** The gateway ports of a host (`network:floatingip_agent_gateway`), one per external network. */
const agentGatewaysOn = (db: Db, host: string): Promise<Port[]> =>
  ports.list(
    db,
    'all',
    { 'binding:host_id': [host], device_owner: [agentGatewayOwner] },
    { fields: ['fixed_ips'] },
  )

const add = async (inside: Inside, host: string, agentId: string, networkId: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const port = await insertPort(inside, () =>
    ownPort({
      network_id: networkId,
      project_id: '',
      device_id: agentId,
      device_owner: agentGatewayOwner,
      status: 'DOWN',
      'binding:host_id': host,
    }),
  )
  await allocateAddresses(db, port, undefined, deps.random)
  afterwards(() => deps.hosts.portsChanged(ctx, host, [port.id]))
}

/** Ensures a host's gateway ports on these networks; with `all`, others are deleted. */
export const keepAgentGateways = async (
  deps: Deps,
  ctx: Context,
  {
    host,
    networkIds,
    all,
  }: { readonly host: string; readonly networkIds: readonly string[]; readonly all: boolean },
): Promise<readonly Port[]> => {
  const known = await agentGatewaysOn(deps.db, host)
  const missing = networkIds.filter((id) => !known.some(({ network_id }) => network_id === id))
  const unneeded = all ? known.filter(({ network_id }) => !networkIds.includes(network_id)) : []
  if (missing.length === 0 && unneeded.length === 0) return known
  const agent = (await agentsOfDistributed(deps.db)).get(host)
  await deps.transaction(ctx, async (inside) => {
    const there = await agentGatewaysOn(inside.db, host)
    for (const port of unneeded) await removeOwnPort(inside, port)
    for (const id of missing)
      if (agent && !there.some(({ network_id }) => network_id === id)) await add(inside, host, agent.id, id)
  })
  return agentGatewaysOn(deps.db, host)
}
