import { CliError } from '../../cloud/cli-error.ts'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given, isRow, textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { either, flag, records, text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'
import { networkKind, qosPolicyKind, subnetKind } from './network-kinds.ts'

/** The options of commands that set the gateway of a router. */
export const gatewayOptions = {
  externalGateway: text('<network>', 'External network of the gateway (name or ID)'),
  fixedIp: records(
    ['subnet', 'ip-address'],
    'subnet=<subnet>,ip-address=<ip-address>',
    'Fixed IP address and/or subnet of the gateway (repeatable)',
  ),
  snat: either(
    { '--enable-snat': true, '--disable-snat': false },
    'Enable or disable source NAT on the gateway',
  ),
  qosPolicy: text('<qos-policy>', 'QoS policy of the gateway (name or ID)'),
  noQosPolicy: flag('Remove the QoS policy from the gateway'),
}

interface GatewayAsked {
  readonly externalGateway: string | undefined
  readonly fixedIp: readonly Readonly<Partial<Record<'subnet' | 'ip-address', string>>>[]
  readonly snat: boolean | undefined
  readonly qosPolicy: string | undefined
  readonly noQosPolicy: boolean
}

const needsGateway =
  "You must specify '--external-gateway' or the router must already have an external network in order to set router gateway IP QoS"

/** The external network of a router. Throws when it has none. */
export const networkOutside = (router: Row | undefined): string => {
  const gateway = router?.external_gateway_info
  if (!isRow(gateway)) throw new CliError(needsGateway)
  return textAt(gateway, 'network_id')
}

/**
 * The body's `external_gateway_info`; absent when no gateway is given. A QoS policy alone is set on the gateway that the
 * router has; throws when it has none.
 */
export const gatewayOf = async (session: Session, asked: GatewayAsked, router?: Row) => {
  const { externalGateway, fixedIp, snat, qosPolicy, noQosPolicy } = asked
  const policy = noQosPolicy ? null : await findOptionalId(session, qosPolicyKind, qosPolicy)
  if (externalGateway === undefined) {
    if (snat !== undefined || fixedIp.length > 0)
      throw new CliError(
        "You must specify '--external-gateway' in order to update the SNAT or fixed-ip values",
      )
    if (policy === undefined) return undefined
    return { network_id: networkOutside(router), qos_policy_id: policy }
  }
  const addresses = fixedIp.map(async (each) =>
    given({
      subnet_id: await findOptionalId(session, subnetKind, each.subnet),
      ip_address: each['ip-address'],
    }),
  )
  return given({
    network_id: await findId(session, networkKind, externalGateway),
    enable_snat: snat,
    external_fixed_ips: fixedIp.length === 0 ? undefined : await Promise.all(addresses),
    qos_policy_id: policy,
  })
}
