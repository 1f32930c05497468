import type { Clients } from '../../resource-type/clients.ts'
import { present } from '../../resource-type/present.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'

interface Gateway {
  readonly network: string
  readonly enable_snat?: boolean
  readonly external_fixed_ips?: readonly { readonly ip_address?: string; readonly subnet?: string }[]
}

/** The router's external gateway in the API's format. */
export const gatewayOf = async (clients: Clients, { network, enable_snat, external_fixed_ips }: Gateway) =>
  present({
    network_id: await resolveEntities(clients)('neutron.network', network),
    enable_snat,
    external_fixed_ips: external_fixed_ips?.map(({ ip_address, subnet }) =>
      present({ ip_address, subnet_id: subnet }),
    ),
  })
