import type { FloatingIp, floatingIp, PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { PlainPort, port } from '@nimbo/contracts/network/port'
import type { PlainPortForwarding } from '@nimbo/contracts/network/port-forwarding'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { errors } from './errors.ts'
import { leadNowhere } from './follow-floating-ip.ts'
import { forwardingsOf, forwardingsTo, portForwardings } from './port-forwardings.ts'

/** Deletes port forwardings. */
const takeAway = async (inside: Inside, all: readonly PlainPortForwarding[]): Promise<void> => {
  for (const { id } of all) await portForwardings.delete(inside.db, id)
  for (const floatingIpId of new Set(all.map(({ floatingip_id }) => floatingip_id)))
    await leadNowhere(inside, floatingIpId)
}

/** Deletes the port forwardings to a deleted port. */
export const endAtPort = async (inside: Inside, { id }: PlainPort): Promise<void> =>
  takeAway(inside, await forwardingsTo(inside.db, id))

/** Deletes the port forwardings to addresses that a port lost. */
export const endAtAddresses = async (
  inside: Inside,
  { before, after }: Change<typeof port>,
): Promise<void> => {
  const kept = new Set(after.fixed_ips.map(({ ip_address }) => ip_address))
  if (before.fixed_ips.every(({ ip_address }) => kept.has(ip_address))) return
  const all = await forwardingsTo(inside.db, after.id)
  await takeAway(
    inside,
    all.filter(({ internal_ip_address: address }) => !kept.has(address)),
  )
}

/** Deletes the port forwardings of a deleted floating IP. */
export const goWithFloatingIp = async ({ db }: Inside, { id }: PlainFloatingIp): Promise<void> => {
  for (const forwarding of await forwardingsOf(db, [id])) await portForwardings.delete(db, forwarding.id)
}

/**
 * A floating IP is either associated with a port or has port forwardings. Refuses a change that would make it both,
 * also for the internal port.
 */
export const refuseBoth = async ({ db }: Inside, after: FloatingIp): Promise<void> => {
  const { id, port_id: portId, fixed_ip_address: fixedAddress, floating_ip_address: address } = after
  if (portId === null || fixedAddress === null) return
  if ((await forwardingsOf(db, [id])).length > 0) throw errors.FipInUseByPortForwarding({ id })
  if ((await forwardingsTo(db, portId, fixedAddress)).length > 0)
    throw errors.PortHasPortForwarding({ id, address, portId, fixedAddress })
}

/** Refuses to associate a floating IP with a port if port forwardings of either forbid it, as {@link refuseBoth} does. */
export const keepLeading = async (
  inside: Inside,
  { before, after }: Change<typeof floatingIp>,
): Promise<void> => {
  if (before.port_id !== after.port_id) await refuseBoth(inside, after)
}
