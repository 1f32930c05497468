import { isDeepStrictEqual } from 'node:util'
import type { Json } from '@nimbo/kernel/json'
import type { Drafted } from '../../resource-type/resource-type.ts'
import { given, referred, withSame } from '../also-needed.ts'

const isGatewayTo = (router: Drafted, network: Json | undefined): boolean => {
  const gateway = given(router, 'external_gateway_info')
  return (
    typeof gateway === 'object' &&
    gateway !== null &&
    'network' in gateway &&
    isDeepStrictEqual(gateway.network, network)
  )
}

/** The resources of a template that connect to an external network: routers and router gateways. */
export const gatewaysTo = (all: readonly Drafted[], network: Json | undefined): readonly Drafted[] =>
  network === undefined
    ? []
    : [
        ...withSame(all, 'OS::Neutron::RouterGateway', ['network', 'network_id'], network),
        ...all.filter((one) => one.type === 'OS::Neutron::Router' && isGatewayTo(one, network)),
      ]

const subnetsGivenBy = (port: Drafted): readonly (Json | undefined)[] => {
  const fixed = given(port, 'fixed_ips')
  return Array.isArray(fixed) ? fixed.map((one) => one?.subnet ?? one?.subnet_id) : []
}

/** The router interfaces on the network of a port, without which no floating IP can be associated with the port. */
export const interfacesFor = (all: readonly Drafted[], port: Json | undefined): readonly Drafted[] => {
  const drafted = referred(all, port)
  if (drafted === undefined) return []
  const given_ = subnetsGivenBy(drafted).filter((subnet) => subnet !== undefined)
  const network = given(drafted, 'network', 'network_id')
  return all.filter((one) => {
    if (one.type !== 'OS::Neutron::RouterInterface') return false
    const subnet = given(one, 'subnet', 'subnet_id')
    if (given_.some((own) => isDeepStrictEqual(own, subnet))) return true
    const joined = referred(all, subnet)
    return (
      joined !== undefined &&
      network !== undefined &&
      isDeepStrictEqual(given(joined, 'network', 'network_id'), network)
    )
  })
}
