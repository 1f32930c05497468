import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import type { Inside } from '../app/deps.ts'
import { serveAnew, reportServing } from '../hosts/spread-ports.ts'
import { hostsServing } from './dhcp-bindings.ts'
import { serveDhcp } from './serve-dhcp.ts'

/** Updates DHCP after a change of a network's subnets, and tells the hosts that serve it or no longer do. */
export const followSubnet = async (inside: Inside, { network_id: id }: PlainSubnet): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const before = await hostsServing(db, id)
  await serveDhcp(inside, id)
  const hosts = new Set([...before, ...(await hostsServing(db, id))])
  afterwards(() => reportServing(deps, ctx, id, hosts))
}

/** Updates DHCP after a change of a network, whose MTU DHCP announces. */
export const followNetwork = async ({ deps, ctx, afterwards }: Inside, { id }: PlainNetwork): Promise<void> =>
  afterwards(() => serveAnew(deps, ctx, [id]))

/** Ends DHCP on a deleted network. */
export const leaveNetwork = async (
  { deps, ctx, db, afterwards }: Inside,
  { id }: PlainNetwork,
): Promise<void> => {
  const hosts = new Set(await hostsServing(db, id))
  afterwards(() => reportServing(deps, ctx, id, hosts))
}
