import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainPort, Port, port } from '@nimbo/contracts/network/port'
import { timestamp } from '@nimbo/kernel/clock'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { floatingIpOwner } from '../port/device-owners.ts'
import { errors as routerErrors } from '../router/errors.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { unassociated } from './associate.ts'
import { floatingIps } from './floating-ips.ts'
import { giveBack } from './give-back.ts'

/** Disassociates floating IPs. */
const part = async (inside: Inside, all: readonly PlainFloatingIp[]): Promise<void> => {
  const { deps, db } = inside
  for (const { id, router_id: routerId } of all) {
    await floatingIps.update(db, id, { ...unassociated, status: 'DOWN' }, timestamp(deps.clock))
    if (routerId !== null) await reportRunning(inside, routerId)
  }
}

/** Disassociates the floating IPs of a deleted port. */
export const partFromPort = async (inside: Inside, { id }: PlainPort): Promise<void> =>
  part(inside, await floatingIps.list(inside.db, 'all', { port_id: [id] }, { fields: ['id'] }))

/** Disassociates the floating IPs of addresses that a port lost. */
export const partFromAddresses = async (
  inside: Inside,
  { before, after }: Change<typeof port>,
): Promise<void> => {
  const has = ({ fixed_ips }: Port, address: string): boolean =>
    fixed_ips.some(({ ip_address }) => ip_address === address)
  if (before.fixed_ips.every(({ ip_address }) => has(after, ip_address))) return
  const all = await floatingIps.list(inside.db, 'all', { port_id: [after.id] }, { fields: ['id'] })
  await part(
    inside,
    all.filter(({ fixed_ip_address: address }) => address !== null && !has(after, address)),
  )
}

/** Deletes unassociated floating IPs with their network; they do not prevent its deletion. */
export const giveBackIdle = async (inside: Inside, { id }: PlainNetwork): Promise<void> => {
  const idle = { floating_network_id: [id], router_id: [null] }
  for (const each of await floatingIps.list(inside.db, 'all', idle, { fields: ['id'] }))
    await giveBack(inside, each)
}

/** Refuses to delete the port of a floating IP that still exists. */
export const refuseWhileOfFloatingIp = async (
  { db }: Inside,
  { id, device_id: floatingIpId, device_owner: owner }: PlainPort,
): Promise<void> => {
  if (owner !== floatingIpOwner) return
  if (await floatingIps.plain(db, 'all', floatingIpId))
    throw routerErrors.ServicePortInUse({ portId: id, owner })
}
