import { routerOperations } from '@nimbo/contracts/network/router'
import { given, namesOf, subnetsOf, withSame } from '../also-needed.ts'
import { like } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const routerGateway = defineResourceType({
  type: 'OS::Neutron::RouterGateway',
  support: { status: 'HIDDEN', since: '5.0.0' },
  properties: {
    router_id: like('neutron.router', { required: true }),
    network_id: like('neutron.network', {
      replacedBy: 'network',
      support: { status: 'HIDDEN', since: '9.0.0' },
    }),
    network: like('neutron.network'),
  },
  client: 'network',
  create: async ({ properties: { router_id, network = '' }, clients }) => {
    const gateway = { external_gateway_info: { network_id: network } }
    await clients.network.call(routerOperations.update, { path: { router_id }, body: { router: gateway } })
    return `${router_id}:${network}`
  },
  delete: async ({ properties: { router_id }, clients }) => {
    const none = { external_gateway_info: null }
    await clients.network.call(routerOperations.update, { path: { router_id }, body: { router: none } })
  },
  isDeleted: async () => true,
  validate: ({ network }) => (network === '' ? ['The network of a gateway is not given.'] : []),
  needs: (own, all) =>
    namesOf([
      ...withSame(all, 'OS::Neutron::RouterInterface', ['router', 'router_id'], given(own, 'router_id')),
      ...subnetsOf(all, given(own, 'network', 'network_id')),
    ]),
})
