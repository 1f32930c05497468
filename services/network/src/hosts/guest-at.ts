import type { GuestPlace } from '@nimbo/contracts/network/agent-rpc'
import { eui64Address } from '../ipam/eui64.ts'
import { isServerPort, routerInterfaceOwners } from '../resources/port/device-owners.ts'
import type { Db } from '../tables.ts'

const linkLocal = 'fe80::/64'
const bitOfLocalMacs = 0x02

/** The MAC from which a link-local address was derived; undefined for other addresses. */
const macBehind = (address: string): string | undefined => {
  const groups = address.split(':').slice(-4)
  const octets = groups.flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 0xff]
  })
  const [first = 0, second, third, , , ...rest] = octets
  const mac = [first ^ bitOfLocalMacs, second, third, ...rest]
    .map((octet = 0) => octet.toString(16).padStart(2, '0'))
    .join(':')
  return eui64Address(linkLocal, mac) === address ? mac : undefined
}

const networksOf = async (db: Db, { networkId, routerId }: GuestPlace): Promise<readonly string[]> => {
  if (networkId !== undefined) return [networkId]
  const rows = await db
    .selectFrom('ports')
    .select('network_id')
    .distinct()
    .where('device_id', '=', routerId ?? '')
    .where('device_owner', 'in', routerInterfaceOwners)
    .execute()
  return rows.map(({ network_id }) => network_id)
}

/**
 * The server that uses this address on the network or behind the router; undefined when no port has it, or more than
 * one.
 */
export const guestAt = async (
  db: Db,
  place: GuestPlace,
): Promise<{ readonly serverId: string; readonly projectId: string } | undefined> => {
  const networkIds = await networksOf(db, place)
  if (networkIds.length === 0) return undefined
  const { address } = place
  const isLinkLocal = address.startsWith('fe80:')
  const mac = isLinkLocal ? macBehind(address) : undefined
  if (isLinkLocal && mac === undefined) return undefined
  const ports = db
    .selectFrom('ports')
    .select(['device_id', 'device_owner', 'project_id'])
    .where('network_id', 'in', networkIds)
  const found = await (mac === undefined
    ? ports.where('id', 'in', (from) =>
        from.selectFrom('fixed_ips').select('port_id').where('ip_address', '=', address),
      )
    : ports.where('mac_address', '=', mac)
  ).execute()
  const servers = found.filter((port) => isServerPort(port) && port.device_id !== '')
  const [server] = servers
  return server && servers.length === 1
    ? { serverId: server.device_id, projectId: server.project_id }
    : undefined
}
