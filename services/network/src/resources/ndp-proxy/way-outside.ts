import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import type { Db } from '../../tables.ts'
import { type GatewayOnPort, gatewaysOfRouter } from '../router/gateways.ts'
import { subnetsOf } from '../subnet/subnets.ts'
import { errors } from './errors.ts'

/** A gateway of a router that has an IPv6 address. */
export interface WayOutside extends GatewayOnPort {
  readonly subnets: readonly PlainSubnet[]
}

/** The gateway on which a router announces proxies. Throws when it has none with IPv6. */
export const wayOutside = async (db: Db, id: string): Promise<WayOutside> => {
  const all = await gatewaysOfRouter(db, id)
  for (const each of all) {
    const subnets = (await subnetsOf(db, each.gateway.network_id)).filter(
      ({ ip_version }) => ip_version === 6,
    )
    if (subnets.length > 0) return { ...each, subnets }
  }
  const [first] = all
  throw errors.RouterGatewayNotValid({
    id,
    reason: first
      ? `the external network ${first.gateway.network_id} has no IPv6 subnets`
      : 'the router has no external gateway',
  })
}
