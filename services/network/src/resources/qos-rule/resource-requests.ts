import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { ResourceRequest } from '@nimbo/contracts/network/resource-request'
import type { JsonObject } from '@nimbo/kernel/json'
import { namedUuid } from '@nimbo/kernel/named-uuid'
import { kilobits, kilopackets } from '../../resource-providers/resource-classes.ts'
import { physicalNetworkTrait, tunnelTrait, vnicTypeTrait } from '../../resource-providers/traits.ts'
import type { Db } from '../../tables.ts'
import { type QosRule, rulesOfPolicies } from './qos-rules.ts'

type Groups = ResourceRequest['request_groups']

/** The groups of resources that a port needs from its host (minimum bandwidth and packet rate). */
const groupsOf = (
  port: Pick<Port, 'id' | 'binding:vnic_type'>,
  physicalNetwork: string | null,
  rules: readonly QosRule[],
): Groups => {
  const vnic = vnicTypeTrait(port['binding:vnic_type'])
  const wire = physicalNetwork === null ? tunnelTrait : physicalNetworkTrait(physicalNetwork)
  const bandwidth = rules.flatMap((rule) =>
    rule.type === 'minimum_bandwidth'
      ? [{ id: rule.id, amount: [kilobits[rule.direction], rule.min_kbps] as const }]
      : [],
  )
  const packets = rules.flatMap((rule) =>
    rule.type === 'minimum_packet_rate'
      ? [{ id: rule.id, amount: [kilopackets[rule.direction], rule.min_kpps] as const }]
      : [],
  )
  return [
    { wanted: bandwidth, required: [wire, vnic] },
    { wanted: packets, required: [vnic] },
  ].flatMap(({ wanted, required }) => {
    if (wanted.length === 0) return []
    const id = namedUuid(port.id, wanted.map((rule) => rule.id).join(':'))
    return [{ id, required, resources: Object.fromEntries(wanted.map(({ amount }) => amount)) }]
  })
}

/** The resource request of a port, for Nova's scheduling. */
const requestOf = (...told: Parameters<typeof groupsOf>): JsonObject | null => {
  const groups = groupsOf(...told)
  return groups.length === 0 ? null : { request_groups: groups, same_subtree: groups.map(({ id }) => id) }
}

/** The resource requests of ports by id; ports without one are absent. */
export const resourceRequests = async (
  db: Db,
  portIds: readonly string[],
): Promise<Map<string, JsonObject>> => {
  const ports = await db
    .selectFrom('ports')
    .innerJoin('networks', 'networks.id', 'ports.network_id')
    .select([
      'ports.id as id',
      'ports.binding_vnic_type as vnic',
      'ports.qos_policy_id as own',
      'networks.qos_policy_id as ofNetwork',
      'networks.provider_physical_network as wire',
    ])
    .where('ports.id', 'in', portIds)
    .execute()
  const followed = ports.flatMap(({ own, ofNetwork }) => own ?? ofNetwork ?? [])
  const rules = followed.length === 0 ? [] : await rulesOfPolicies(db, [...new Set(followed)])
  return new Map(
    ports.flatMap(({ id, vnic, own, ofNetwork, wire }) => {
      const its = rules.filter(({ qos_policy_id }) => qos_policy_id === (own ?? ofNetwork))
      const request = requestOf({ id, 'binding:vnic_type': vnic }, wire, its)
      return request ? [[id, request] as const] : []
    }),
  )
}

/** The resource request of one port. */
export const resourceRequest = async (
  db: Db,
  port: Pick<Port, 'id' | 'qos_policy_id'>,
  network: Pick<PlainNetwork, 'qos_policy_id'>,
): Promise<JsonObject | null> =>
  port.qos_policy_id === null && network.qos_policy_id === null
    ? null
    : ((await resourceRequests(db, [port.id])).get(port.id) ?? null)

/** The policies that a port follows before and after a change. */
interface FollowedPolicies {
  readonly now: string | null
  readonly wanted: string | null
}

/** The groups that a port needs under these policies, which may be its network's. */
export const requestsUnder = async (
  db: Db,
  port: Pick<Port, 'id' | 'network_id' | 'binding:vnic_type'>,
  follow: (ofNetwork: string | null) => FollowedPolicies,
): Promise<{ readonly now: Groups; readonly wanted: Groups }> => {
  const { ofNetwork, wire } = await db
    .selectFrom('networks')
    .select(['qos_policy_id as ofNetwork', 'provider_physical_network as wire'])
    .where('id', '=', port.network_id)
    .executeTakeFirstOrThrow()
  const followed = follow(ofNetwork)
  const ids = [...new Set([followed.now, followed.wanted].flatMap((id) => id ?? []))]
  const rules = ids.length === 0 ? [] : await rulesOfPolicies(db, ids)
  const under = (id: string | null) =>
    groupsOf(
      port,
      wire,
      rules.filter(({ qos_policy_id }) => qos_policy_id === id),
    )
  return { now: under(followed.now), wanted: under(followed.wanted) }
}
