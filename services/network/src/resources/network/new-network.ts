import { type Network, network } from '@nimbo/contracts/network/network'
import type { Inside, Owned } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { defaultPolicyOf } from '../qos-policy/qos-policies.ts'
import { chooseSegment, segmentTaken } from './choose-segment.ts'
import { mtuFor } from './mtu.ts'
import { networks } from './networks.ts'
import { segmentKey } from './segment.ts'
import { created } from '../../app/life.ts'

/** Another request may take the chosen segment before we insert it; then the next one is tried. */
const segmentAttempts = 10

const insertNetwork = async ({ deps, db }: Inside, values: Owned<typeof network>): Promise<string> => {
  const { config, clock } = deps
  const asked = values['provider:segmentation_id'] !== undefined
  const policyId = values.qos_policy_id ?? (await defaultPolicyOf(db, values.project_id)) ?? null
  for (let attempt = 1; ; attempt++) {
    const segment = await chooseSegment(db, config, values)
    const row = {
      ...values,
      qos_policy_id: policyId,
      ...standardValues(clock),
      status: 'ACTIVE',
      local_ips: false,
      l2_adjacency: true,
      mtu: mtuFor(segment.type, config, values.mtu),
      'provider:network_type': segment.type,
      'provider:physical_network': segment.physicalNetwork,
      'provider:segmentation_id': segment.segmentationId,
    } as const
    if (await networks.insert(db, row, { segment: segmentKey(row.id, segment) })) return row.id
    if (asked || segment.type === 'flat' || attempt === segmentAttempts) throw segmentTaken(segment)
  }
}

/** Creates a network without checking a quota. */
export const newNetwork = async (inside: Inside, values: Owned<typeof network>): Promise<Network> => {
  const made = await refreshed(networks, inside.db, await insertNetwork(inside, values))
  await created(inside, network, values, made)
  return made
}
