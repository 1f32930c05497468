import { networkOperations } from '@nimbo/contracts/network/network'
import { subnetOperations } from '@nimbo/contracts/network/subnet'
import type { Clients } from '../../resource-type/clients.ts'
import { isShown, type Shown } from '../field-of.ts'

/** The subnets of a port's fixed IPs, as Neutron shows them. */
export const subnetsOfPort = async ({ network }: Clients, port: Shown): Promise<readonly object[]> => {
  const addresses = Array.isArray(port.fixed_ips) ? port.fixed_ips.filter(isShown) : []
  const subnets: object[] = []
  for (const { subnet_id } of addresses) {
    const { subnet } = await network.call(subnetOperations.show, { path: { subnet_id: String(subnet_id) } })
    subnets.push(subnet)
  }
  return subnets
}

/** The network of a port, as Neutron shows it. */
export const networkOf = async ({ network: service }: Clients, port: Shown): Promise<object> => {
  const path = { network_id: String(port.network_id) }
  const { network } = await service.call(networkOperations.show, { path })
  return network
}
