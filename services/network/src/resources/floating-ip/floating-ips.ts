import { type FloatingIp, floatingIp } from '@nimbo/contracts/network/floating-ip'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

const portsBehind = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('floatingips')
    .innerJoin('ports', 'ports.id', 'floatingips.port_id')
    .select([
      'floatingips.id as floatingip_id',
      'ports.name',
      'ports.network_id',
      'ports.mac_address',
      'ports.admin_state_up',
      'ports.status',
      'ports.device_id',
      'ports.device_owner',
    ])
    .where('floatingips.id', 'in', ids),
)

const subnetsOfAddresses = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('floatingips')
    .innerJoin('fixed_ips', 'fixed_ips.port_id', 'floatingips.floating_port_id')
    .select(['floatingips.id as floatingip_id', 'fixed_ips.subnet_id'])
    .where('floatingips.id', 'in', ids),
)

const policiesOfNetworks = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('floatingips')
    .innerJoin('networks', 'networks.id', 'floatingips.floating_network_id')
    .select(['floatingips.id as floatingip_id', 'networks.qos_policy_id'])
    .where('floatingips.id', 'in', ids),
)

const detailsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, FloatingIp['port_details']>> =>
  new Map(
    (await portsBehind(db, { ids })).map(({ floatingip_id, admin_state_up, ...port }) => [
      floatingip_id,
      { ...port, admin_state_up: admin_state_up === 1 },
    ]),
  )

const forwardedFrom = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('port_forwardings')
    .select([
      ...['id', 'floatingip_id', 'internal_port_id', 'internal_ip_address', 'protocol'],
      ...['internal_port', 'external_port', 'internal_port_range', 'external_port_range'],
    ] as const)
    .where('floatingip_id', 'in', ids)
    .orderBy('id'),
)

const forwardingsShown = async (db: Db, ids: readonly string[]) =>
  grouped(
    await forwardedFrom(db, { ids }),
    ({ floatingip_id }) => floatingip_id,
    ({ floatingip_id: _of, ...forwarding }) => forwarding,
  )

export const floatingIps = repository(floatingIp, {
  visibleTo: ownedBy(floatingIp),
  apart: {
    subnet_id: {
      read: async (db: Db, ids) =>
        new Map(
          (await subnetsOfAddresses(db, { ids })).map(({ floatingip_id, subnet_id }) => [
            floatingip_id,
            subnet_id,
          ]),
        ),
      none: null,
    },
    qos_network_policy_id: {
      read: async (db: Db, ids) =>
        new Map(
          (await policiesOfNetworks(db, { ids })).map(({ floatingip_id, qos_policy_id }) => [
            floatingip_id,
            qos_policy_id,
          ]),
        ),
      none: null,
    },
    port_details: { read: detailsOf, none: null },
    port_forwardings: { read: forwardingsShown, none: [] },
  },
})
