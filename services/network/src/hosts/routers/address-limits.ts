import type { Bandwidth } from '@nimbo/contracts/network/agent-rpc'
import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { RunRouter } from '@nimbo/contracts/network/l3-rpc'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import { rulesOfPolicies } from '../../resources/qos-rule/qos-rules.ts'
import type { GatewayOnPort } from '../../resources/router/gateways.ts'
import type { Db } from '../../tables.ts'
import { rateOf } from '../host-state/qos-of-ports.ts'

/** The bandwidth limits of an address on an external network; `ingress` is traffic to the address. */
export interface AddressLimit {
  readonly egress: Bandwidth
  readonly ingress: Bandwidth
}

interface Limited {
  readonly floatingIps: readonly PlainFloatingIp[]
  readonly gateways: readonly GatewayOnPort[]
  readonly networks: ReadonlyMap<string, PlainNetwork>
}

/**
 * The limits of floating IPs, by id, and of gateways, by the id of their port. Each follows its own policy or else that of
 * its external network; those without a bandwidth limit are absent.
 */
export const addressLimits = async (
  db: Db,
  { floatingIps, gateways, networks }: Limited,
): Promise<ReadonlyMap<string, AddressLimit>> => {
  const followed = [
    ...floatingIps.map((each) => ({ id: each.id, own: each.qos_policy_id, on: each.floating_network_id })),
    ...gateways.map(({ portId, gateway }) => ({
      ...{ id: portId, own: gateway.qos_policy_id, on: gateway.network_id },
    })),
  ].flatMap(({ id, own, on }) => {
    const policyId = own ?? networks.get(on)?.qos_policy_id ?? null
    return policyId === null ? [] : [{ id, policyId }]
  })
  if (followed.length === 0) return new Map()
  const rules = await rulesOfPolicies(db, [...new Set(followed.map(({ policyId }) => policyId))])
  return new Map(
    followed.flatMap(({ id, policyId }) => {
      const its = rules.filter(({ qos_policy_id }) => qos_policy_id === policyId)
      const [egress, ingress] = [bandwidthOf(its, 'egress'), bandwidthOf(its, 'ingress')]
      return egress.kbps > 0 || ingress.kbps > 0 ? [[id, { egress, ingress }] as const] : []
    }),
  )
}

const bandwidthOf = (...its: Parameters<typeof rateOf>): Bandwidth => {
  const { kbps, burstKbit } = rateOf(...its)
  return { kbps, burstKbit }
}

const isIpv4 = (address: string): boolean => !address.includes(':')

/** The router with the limits of the addresses that it has. */
export const withLimits = <Router extends Pick<RunRouter, 'floatingIps' | 'forwardings' | 'gateways'>>(
  router: Router,
  limits: ReadonlyMap<string, AddressLimit>,
): Router & Pick<RunRouter, 'limits'> => {
  const { floatingIps, forwardings, gateways } = router
  const addresses = [
    ...floatingIps.map(({ id, address, gatewayPortId }) => ({ id, address, gatewayPortId })),
    ...forwardings.map(({ floatingIpId: id, address, gatewayPortId }) => ({ id, address, gatewayPortId })),
    ...gateways.flatMap(({ port }) =>
      port.addresses.filter(isIpv4).map((address) => ({
        ...{ id: port.id, address: address.split('/')[0] ?? '', gatewayPortId: port.id },
      })),
    ),
  ]
  const byAddress = new Map(addresses.map((each) => [each.address, each]))
  return {
    ...router,
    limits: [...byAddress.values()].flatMap(({ id, address, gatewayPortId }) => {
      const limit = limits.get(id)
      return limit ? [{ address, gatewayPortId, ...limit }] : []
    }),
  }
}
