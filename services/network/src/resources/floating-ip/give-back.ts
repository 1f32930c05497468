import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { Inside } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { floatingIpOwner } from '../port/device-owners.ts'
import { removeOwnPort } from '../port/own-port.ts'
import { ports } from '../port/ports.ts'
import { floatingIps } from './floating-ips.ts'

/** Releases a floating IP's address by deleting its port. */
export const giveBack = async (inside: Inside, floatingIp: PlainFloatingIp): Promise<void> => {
  await remove(inside, floatingIps, floatingIp)
  const held = { device_id: [floatingIp.id], device_owner: [floatingIpOwner] }
  for (const port of await ports.list(inside.db, 'all', held)) await removeOwnPort(inside, port)
}
