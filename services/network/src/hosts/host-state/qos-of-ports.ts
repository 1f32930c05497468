import type { PortQos, Rate } from '@nimbo/contracts/network/agent-rpc'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainPort } from '@nimbo/contracts/network/port'
import type { Db } from '../../tables.ts'
import { isNetworkDevice } from '../../resources/port/device-owners.ts'
import { type QosRule, rulesOfPolicies } from '../../resources/qos-rule/qos-rules.ts'

/** Ports of the network itself do not inherit the network's policy. */
const policyOf = (port: PlainPort, network: PlainNetwork | undefined): string | null =>
  port.qos_policy_id ?? (isNetworkDevice(port.device_owner) ? null : (network?.qos_policy_id ?? null))

/** The limit of one direction, of which a policy has at most one rule; 0 for no limit. */
export const rateOf = (rules: readonly QosRule[], way: 'egress' | 'ingress'): Rate => {
  let rate: Rate = { kbps: 0, burstKbit: 0, kpps: 0, burstKpps: 0 }
  for (const rule of rules) {
    if (rule.type === 'bandwidth_limit' && rule.direction === way)
      rate = { ...rate, kbps: rule.max_kbps, burstKbit: rule.max_burst_kbps }
    if (rule.type === 'packet_rate_limit' && rule.direction === way)
      rate = { ...rate, kpps: rule.max_kpps, burstKpps: rule.max_burst_kpps }
  }
  return rate
}

const markOf = (rules: readonly QosRule[]): number | null =>
  rules.reduce<number | null>((mark, rule) => (rule.type === 'dscp_marking' ? rule.dscp_mark : mark), null)

/** The QoS settings of each port; ports without a policy are absent. */
export const qosOfPorts = async (
  db: Db,
  ports: readonly PlainPort[],
  networks: ReadonlyMap<string, PlainNetwork>,
): Promise<Map<string, PortQos>> => {
  const followed = ports.flatMap((port) => {
    const policyId = policyOf(port, networks.get(port.network_id))
    return policyId === null ? [] : [{ id: port.id, policyId }]
  })
  if (followed.length === 0) return new Map()
  const rules = await rulesOfPolicies(db, [...new Set(followed.map(({ policyId }) => policyId))])
  return new Map(
    followed.map(({ id, policyId }) => {
      const its = rules.filter(({ qos_policy_id }) => qos_policy_id === policyId)
      return [
        id,
        { egress: rateOf(its, 'egress'), ingress: rateOf(its, 'ingress'), dscpMark: markOf(its) },
      ] as const
    }),
  )
}
