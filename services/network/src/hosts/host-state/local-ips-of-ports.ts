import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Db } from '../../tables.ts'

type LocalIps = NonNullable<WiredPort['localIps']>

const associated = prepared((db: Db, { networkIds }: { readonly networkIds: readonly string[] }) =>
  db
    .selectFrom('port_associations')
    .innerJoin('local_ips', 'local_ips.id', 'port_associations.local_ip_id')
    .innerJoin('ports', 'ports.id', 'port_associations.fixed_port_id')
    .select([
      'ports.id as portId',
      'ports.network_id as networkId',
      'ports.binding_host_id as host',
      'ports.mac_address as mac',
      'port_associations.local_ip_address as address',
      'port_associations.fixed_ip as fixedAddress',
      'local_ips.ip_mode as mode',
    ])
    .where('ports.network_id', 'in', networkIds)
    .where('ports.binding_host_id', '<>', '')
    .orderBy('port_associations.id'),
)

const placeOf = (networkId: string, host: string): string => `${networkId} ${host}`

/**
 * The local IPs that each port can reach: associated with a port on the same network and host. If two have the same
 * address, the first counts. IPv6 local IPs exist in the API only.
 */
export const localIpsOfPorts = async (
  db: Db,
  ports: readonly Port[],
  networks: ReadonlyMap<string, PlainNetwork>,
): Promise<Map<string, LocalIps>> => {
  const networkIds = [...networks.values()].filter(({ local_ips }) => local_ips).map(({ id }) => id)
  if (networkIds.length === 0) return new Map()
  const byPlace = grouped(
    await associated(db, { networkIds }),
    ({ networkId, host }) => placeOf(networkId, host),
    (row) => row,
  )
  return new Map(
    ports.map((port) => {
      const near = byPlace.get(placeOf(port.network_id, port['binding:host_id'])) ?? []
      const isOwn = (address: string) => port.fixed_ips.some(({ ip_address }) => ip_address === address)
      const others = near.filter(
        ({ portId, address }) => portId !== port.id && !address.includes(':') && !isOwn(address),
      )
      const distinct = new Map(others.toReversed().map((each) => [each.address, each]))
      const localIps = [...distinct.values()].toReversed().map(({ address, fixedAddress, mac, mode }) => ({
        address,
        fixedAddress: fixedAddress ?? address,
        fixedMac: mac,
        translated: mode === 'translate',
      }))
      return [port.id, localIps] as const
    }),
  )
}
